"""Drafting: a model writes, once, what a puzzle needs to be played without one; its author confirms it.

Three roles share the work. The author's helper knows the solution, and writes facts, wordings, hints, the
cloze, cast and synonyms. The questioner has read the story only. The judge knows the solution, and replies
with rulings and ids.
"""
