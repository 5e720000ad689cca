"""Environments: our puzzles, played by the agents of Inspect and of TextArena; both have an extra."""
