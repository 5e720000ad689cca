"""The common parts of benchmarks: commands and options, runs on disk, jobs, figures and reports.

Nothing here knows any kind of game.
"""
