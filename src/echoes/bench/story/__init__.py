"""Benchmarks of stories: the cost of turns, the growth of prompts, leaks."""
