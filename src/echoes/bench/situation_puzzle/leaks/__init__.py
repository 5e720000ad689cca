"""Attacks on a puzzle's models, and the secrets that get out."""
