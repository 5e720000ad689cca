"""Where bytes rest: event log, checkpoints, long-term store, locks."""
