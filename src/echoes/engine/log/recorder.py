"""The only writer of the event log."""

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from echoes.core.log.entries import Cause, Entry
from echoes.core.log.event_log import EventLog
from echoes.core.log.events import Event
from echoes.core.protocols import TimeSource


class Recorder:
    """The writer of a session's log: it adds the envelopes and appends, before anybody sees an entry.

    Args:
        log: the event log.
        session_id: the session.
        clock: tells the time; while it runs backwards, the session's time stands still.

    Attributes:
        latest: the time of the last entry.
        position: the position of the log after the last write.
    """

    def __init__(self, log: EventLog, session_id: str, clock: TimeSource) -> None:
        self._log = log
        self._session_id = session_id
        self._clock = clock
        self.latest = ""
        self.position = 0
        self._count = 0

    def follow(self, latest: str, count: int) -> None:
        """Continue after the entries that are in the log already.

        Args:
            latest: the time of the last entry.
            count: the number of all entries.
        """
        self.latest, self._count = latest, count

    async def record(
        self,
        happened: Sequence[Entry],
        cause: Cause | None = None,
        position: int | None = None,
    ) -> list[Entry]:
        """Append entries as one write.

        Args:
            happened: the entries in order, without envelopes.
            cause: the cause of the write.
            position: the position at which the log must be; None for any.
        Returns:
            The entries as they were written.
        Raises:
            StorageFailed: nothing was written, and nothing may be shown.
        """
        stamp = self.now()
        entries = [
            replace(
                entry,
                event=self._enveloped(entry.event, f"{self._session_id}-{self._count + n}", stamp),
                cause=cause if n == 1 else None,
                rest=len(happened) - n,
            )
            for n, entry in enumerate(happened, 1)
        ]
        # To wait for the disk is no reason to keep other sessions waiting; whoever cancels has to wait too.
        writing = asyncio.ensure_future(
            asyncio.to_thread(self._log.append, self._session_id, entries, position)
        )
        try:
            self.position = await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait([writing])
            raise
        return entries

    def transient_event(self, event: Event) -> Event:
        """Return an event that says why nothing was recorded; its id is in no log."""
        return self._enveloped(event, f"{self._session_id}-x{secrets.token_hex(4)}", self.now())

    def now(self) -> str:
        """Return the time, ISO 8601 in UTC with microseconds; never before the last entry."""
        now = datetime.fromtimestamp(self._clock(), UTC).isoformat(timespec="microseconds")
        return max(now, self.latest)

    def _enveloped(self, event: Event, event_id: str, timestamp: str) -> Event:
        envelope = {"event_id": event_id, "session_id": self._session_id, "timestamp": timestamp}
        return event.model_copy(update=envelope)
