"""Situation puzzles: a strange statement, a hidden truth, and four rulings."""
