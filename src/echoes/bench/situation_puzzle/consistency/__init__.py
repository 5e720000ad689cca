"""Contradictions of a referee with itself: `echoes bench consistency`."""
