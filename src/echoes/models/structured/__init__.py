"""Structured output: the JSON schema that a model is asked to follow, and the parser of its reply."""
