"""A session's history, as its game may read it."""

from collections.abc import Sequence

from echoes.core.log.entries import Entry
from echoes.core.log.event_log import EventLog, read_log
from echoes.core.log.events import SessionStarted, TurnsUndone
from echoes.core.log.queries import effective_entries
from echoes.core.protocols import EventFilter

MOST_NEWEST = 8000
"""The most entries that are kept at hand of a log, however long it grows."""


class LogHistory:
    """A session's history, read from its log on request.

    Args:
        log: the event log.
        session_id: the session.
    """

    def __init__(self, log: EventLog, session_id: str) -> None:
        self._log = log
        self._session_id = session_id
        self._at_hand: dict[EventFilter, tuple[int, Sequence[Entry]]] = {}

    async def entries(self) -> Sequence[Entry]:
        """Return the entries that count, in order."""
        return effective_entries(await read_log(self._log, self._log.read, self._session_id))

    async def newest(self, wanted: EventFilter) -> Sequence[Entry]:
        """Return the newest entries that count and whose events are wanted, in order, `MOST_NEWEST` at most.

        Only what was appended since the last call is read, unless it takes turns back.
        """
        since, kept = self._at_hand.get(wanted, (0, ()))
        fresh, position = await read_log(self._log, self._log.tail, self._session_id, since)
        if any(isinstance(entry.event, SessionStarted | TurnsUndone) for entry in fresh):
            if since:
                fresh, position = await read_log(self._log, self._log.tail, self._session_id, 0)
            kept, fresh = (), effective_entries(fresh)
        found = [*kept, *(entry for entry in fresh if wanted(entry.event))][-MOST_NEWEST:]
        self._at_hand[wanted] = position, found
        return found
