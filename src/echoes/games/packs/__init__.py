"""Scenario packs: folders with mechanics once and texts per language, for every kind of game."""
