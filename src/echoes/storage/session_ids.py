"""Ids of sessions, as they are accepted by every back end."""

import re

from echoes.core.errors import BadInput, UnknownName

SAFE_ID = re.compile(r"[A-Za-z0-9_-]{1,80}")
"""Ids that may be names of files."""

_REMEDY = "`echoes sessions list` shows the known ones."


def checked_id(session_id: str) -> str:
    """Return an id of a session.

    Raises:
        BadInput: no session can have it.
    """
    if not SAFE_ID.fullmatch(session_id):
        raise BadInput(f"'{session_id[:40]}' is no session id", _REMEDY)
    return session_id


def unknown_session(session_id: str) -> UnknownName:
    """Return the error for a session that is not there."""
    return UnknownName(f"unknown session '{session_id}'", _REMEDY)
