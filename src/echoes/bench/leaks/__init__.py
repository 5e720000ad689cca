"""Secrets that get out, in puzzles, heists, stories and tables: `echoes bench leaks`."""
