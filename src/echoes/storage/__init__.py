"""Storage back ends: the event log, LangGraph's checkpoints and long-term store, and the locks of sessions.

SQLite and JSON lines by default; everything in memory for tests.
"""
