"""A session's history, as its game may ask for it."""

from collections.abc import Sequence

from echoes.core.entries import Entry
from echoes.core.history import effective_entries
from echoes.core.protocols import EventLog


class LogHistory:
    """A session's history, read from its log when asked.

    Args:
        log: the event log.
        session_id: of which session.
    """

    def __init__(self, log: EventLog, session_id: str) -> None:
        self._log = log
        self._session_id = session_id

    def entries(self) -> Sequence[Entry]:
        """The entries that count, in order."""
        return effective_entries(self._log.read(self._session_id))
