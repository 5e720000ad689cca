"""Clients for language models and embedders, made from the settings.

`provider_registry` hands them out; `providers` reach the servers, `wrappers` make raw calls dependable,
`structured` parses replies, and `minilm` is the embedder that comes with the package.
"""
