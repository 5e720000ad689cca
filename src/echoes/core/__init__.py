"""The vocabulary of all packages: events, entries, seats, views, roles, protocols, errors.

It imports nothing else of ours, and no framework but pydantic.
"""
