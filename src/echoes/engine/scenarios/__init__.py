"""Scenarios: files and versions, what is known of them, and how they are published."""
