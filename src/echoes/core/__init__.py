"""The vocabulary of all packages: events, entries, seats, views, roles, protocols, errors.

It imports no other package of the project, and no framework except pydantic.
"""
