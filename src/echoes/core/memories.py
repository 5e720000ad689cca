"""Documents of the long-term memory: which of them are found by meaning, and by what."""

INDEXED = "player"
"""The first part of the namespaces whose documents are indexed."""

CONTENT = "content"
"""The field that is indexed; a document without it is not found by meaning."""
