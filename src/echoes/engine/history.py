"""A session's history, as its game may read it."""

from collections.abc import Sequence

from echoes.core.entries import Entry
from echoes.core.history import effective_entries
from echoes.core.protocols import EventLog


class LogHistory:
    """A session's history, read from its log on request.

    Args:
        log: the event log.
        session_id: the session.
    """

    def __init__(self, log: EventLog, session_id: str) -> None:
        self._log = log
        self._session_id = session_id

    def entries(self) -> Sequence[Entry]:
        """Return the entries that count, in order."""
        return effective_entries(self._log.read(self._session_id))
