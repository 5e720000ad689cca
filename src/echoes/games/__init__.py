"""Kinds of game, each in a folder of its own: its format, rules, events, graph, views and AI players.

`base` is the contract of a game type; the other modules here are what all kinds share.
"""
