"""Turns: words become moves, and moves become events."""
