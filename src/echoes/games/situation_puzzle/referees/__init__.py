"""Referees: the contract that each fulfils, the types that they exchange, and the two built in.

`rules` needs no model; `llm` asks a language model.
"""
