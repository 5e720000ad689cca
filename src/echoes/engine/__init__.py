"""Create, run, record, resume and undo sessions of any game type; ingest."""
