"""Rulings of a referee against gold: `echoes bench referee`."""
