"""Echoes of Deceit: situation puzzles with a referee who never lies."""

__version__ = "0.1.0"
