"""The log of a session: written, folded, followed and run again."""
