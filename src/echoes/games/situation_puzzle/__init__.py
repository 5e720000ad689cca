"""Situation puzzles: a strange statement, a hidden truth, and four rulings.

`game` is the game type, `graph` wires the nodes of one message, `reducer` folds events into `state`, and
`view` says what a player sees of them.
"""
