"""Model providers: Ollama, OpenAI-compatible servers, the embedded embedder, and a scripted client for tests.

Each turns settings into a raw completion and an embedder; `base` is the contract.
"""
