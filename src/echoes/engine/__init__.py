"""Sessions of any game type: created, run, recorded, resumed, undone, forked and replayed; and ingest.

`engine` is the way in, `session` is one session, `turn_taking` handles a message.
"""
