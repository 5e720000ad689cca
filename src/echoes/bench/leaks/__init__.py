"""Attacks, and what gets out."""
