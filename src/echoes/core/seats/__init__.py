"""Seats, roles, and what each of them may see."""
