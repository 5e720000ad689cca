"""Limits, times and counts."""
