"""Narration: phrases of the game, lines that are never told twice, and a model's words."""
