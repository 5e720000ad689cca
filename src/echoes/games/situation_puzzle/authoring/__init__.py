"""Tools for the author of a puzzle: linting, a ruling on one question, and the harvest of played games.

They see the solution, and no session needs them.
"""
