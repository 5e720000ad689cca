"""Structured output: the JSON schema that a model is asked to follow, and the parser of its reply.

`mode_cache` remembers how each endpoint takes the schema.
"""
