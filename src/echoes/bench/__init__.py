"""Measure referees and the platform itself; figures that can be repeated."""
