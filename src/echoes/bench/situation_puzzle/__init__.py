"""Benchmarks of the situation puzzle: referees against gold sets, attacks on models, the ranker.

Each folder holds one benchmark; `command_specs.py` describes their commands.
"""
