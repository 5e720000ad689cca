"""AI players: the registry, and one module for each strategy.

A player sees only what is public, as a person would.
"""
