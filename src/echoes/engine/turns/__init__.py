"""Turns: who may take one, how it is answered, and what it cost."""
