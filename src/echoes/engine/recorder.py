"""The only writer of the event log."""

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from echoes.core.entries import Cause, Entry
from echoes.core.events import Event
from echoes.core.protocols import EventLog, TimeSource


class Recorder:
    """Gives entries their envelope and appends them, before anybody sees them.

    Args:
        log: where they go.
        session_id: of which session.
        clock: tells the time; should it run backwards, time stands still meanwhile.

    Attributes:
        latest: the time of the last entry.
    """

    def __init__(self, log: EventLog, session_id: str, clock: TimeSource) -> None:
        self._log = log
        self._session_id = session_id
        self._clock = clock
        self.latest = ""
        self._count = 0

    def follow(self, latest: str, count: int) -> None:
        """Go on behind what is in the log already.

        Args:
            latest: the time of the last entry.
            count: how many there are in all.
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
            happened: in order, without an envelope.
            cause: what led to them.
            position: where the log has to stand; None for anywhere.
        Returns:
            What was written.
        Raises:
            StorageFailed: nothing was written; nothing may be shown.
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
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait([writing])
            raise
        return entries

    def transient_event(self, event: Event) -> Event:
        """An event that says why nothing could be recorded; its id is in no log."""
        return self._enveloped(event, f"{self._session_id}-x{secrets.token_hex(4)}", self.now())

    def now(self) -> str:
        """The time, ISO 8601 in UTC with microseconds; never before the last entry."""
        now = datetime.fromtimestamp(self._clock(), UTC).isoformat(timespec="microseconds")
        return max(now, self.latest)

    def _enveloped(self, event: Event, event_id: str, timestamp: str) -> Event:
        envelope = {"event_id": event_id, "session_id": self._session_id, "timestamp": timestamp}
        return event.model_copy(update=envelope)
