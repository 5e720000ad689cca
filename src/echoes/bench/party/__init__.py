"""Benchmarks of tables: whole games of companions, and what gets out."""
