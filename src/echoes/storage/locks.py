"""Locks of sessions: what all back ends say of one that is held."""

from echoes.core.errors import SessionBusy


def session_busy() -> SessionBusy:
    """Return the error for a lock that somebody else kept for too long."""
    return SessionBusy(
        "another message of this session is still being handled", "Nothing was charged; send it again."
    )
