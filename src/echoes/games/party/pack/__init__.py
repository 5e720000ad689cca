"""Modules as their authors write them: the schema, its checks, the sheets of characters."""
