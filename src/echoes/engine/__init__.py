"""Sessions of any game type: create, run, record, resume, undo, fork and replay them; and ingest.

`engine` is the entry point, `session` is one session, and `turn_taking` handles messages.
"""
