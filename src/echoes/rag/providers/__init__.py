"""RAG providers: indices that store and search the documents of one tier.

`base` is the contract.
"""
