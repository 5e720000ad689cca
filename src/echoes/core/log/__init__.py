"""The event log: events, entries, their lines, and what follows from them."""
