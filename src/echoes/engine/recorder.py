"""The only writer of the event log."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from echoes.core.events import SCHEMA_VERSION, Draft, GameEvent, LogEntry, parse_event
from echoes.core.protocols import Clock, EventLog


class Recorder:
    """Gives drafts their envelope and appends them, before anybody sees them.

    Args:
        log: where they go.
        session_id: of which session.
        clock: tells the time; should it run backwards, time stands still meanwhile.
    """

    def __init__(self, log: EventLog, session_id: str, clock: Clock) -> None:
        self._log = log
        self._session_id = session_id
        self._clock = clock
        self._latest = ""
        self._count = 0

    def follow(self, entries: Sequence[LogEntry]) -> None:
        """Go on behind what is in the log already."""
        self._count = len(entries)
        self._latest = entries[-1].event.timestamp if entries else ""

    def record(self, drafts: Sequence[Draft]) -> list[LogEntry]:
        """Append drafts as one write.

        Returns:
            What was written.
        Raises:
            StorageFailed: nothing was written; nothing may be shown.
        """
        now = max(self.now(), self._latest)
        entries = [self._entry(draft, self._count + n, now) for n, draft in enumerate(drafts, 1)]
        self._log.append(self._session_id, entries)
        self._count += len(entries)
        self._latest = now
        return entries

    def unrecorded(self, draft: Draft) -> GameEvent:
        """An event that says why nothing could be recorded."""
        return self._entry(draft, self._count, max(self.now(), self._latest)).event

    def now(self) -> str:
        """The time, ISO 8601 in UTC with milliseconds."""
        return datetime.fromtimestamp(self._clock(), UTC).isoformat(timespec="milliseconds")

    def _entry(self, draft: Draft, number: int, timestamp: str) -> LogEntry:
        body: dict[str, Any] = {key: value for key, value in draft.items() if key != "trace"}
        envelope = {
            "event_id": f"{self._session_id}-{number}",
            "session_id": self._session_id,
            "timestamp": timestamp,
            "schema": SCHEMA_VERSION,
        }
        trace: Any = draft.get("trace")
        return LogEntry(event=parse_event({**body, **envelope}), trace=trace)
