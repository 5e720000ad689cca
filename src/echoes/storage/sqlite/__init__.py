"""The default back end: SQLite databases of one machine, the log in JSON lines, and lock files."""
