"""The only writer of the event log."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from echoes.core.events import SCHEMA_VERSION, Draft, GameEvent, parse_event
from echoes.core.log_entries import Cause, LogEntry
from echoes.core.protocols import Clock, EventLog


class Recorder:
    """Gives drafts their envelope and appends them, before anybody sees them.

    Args:
        log: where they go.
        session_id: of which session.
        clock: tells the time; should it run backwards, time stands still meanwhile.

    Attributes:
        latest: the time of the last entry.
    """

    def __init__(self, log: EventLog, session_id: str, clock: Clock) -> None:
        self._log = log
        self._session_id = session_id
        self._clock = clock
        self.latest = ""
        self._count = 0

    def follow(self, entries: Sequence[LogEntry], count: int) -> None:
        """Go on behind what is in the log already.

        Args:
            entries: the newest ones.
            count: how many there are in all.
        """
        self._count = count
        self.latest = entries[-1].event.timestamp if entries else self.latest

    def record(
        self, drafts: Sequence[Draft], stamp: str, cause: Cause | None = None, position: int | None = None
    ) -> list[LogEntry]:
        """Append drafts as one write.

        Args:
            drafts: what happened, in order.
            stamp: when; as `now` gave it.
            cause: what led to them.
            position: where the log has to stand; None for anywhere.
        Returns:
            What was written.
        Raises:
            StorageFailed: nothing was written; nothing may be shown.
        """
        entries = [
            self._entry(draft, f"{self._session_id}-{self._count + n}", stamp, rest=len(drafts) - n)
            for n, draft in enumerate(drafts, 1)
        ]
        if entries:
            entries[0].cause = cause
        self._log.append(self._session_id, entries, position)
        return entries

    def unrecorded(self, draft: Draft) -> GameEvent:
        """An event that says why nothing could be recorded; its id is in no log."""
        return self._entry(draft, f"{self._session_id}-x{secrets.token_hex(4)}", self.now()).event

    def now(self) -> str:
        """The time, ISO 8601 in UTC with microseconds; never before the last entry."""
        now = datetime.fromtimestamp(self._clock(), UTC).isoformat(timespec="microseconds")
        return max(now, self.latest)

    def _entry(self, draft: Draft, event_id: str, timestamp: str, rest: int = 0) -> LogEntry:
        body: dict[str, Any] = {key: value for key, value in draft.items() if key != "trace"}
        envelope = {
            "event_id": event_id,
            "session_id": self._session_id,
            "timestamp": timestamp,
            "schema": SCHEMA_VERSION,
        }
        trace: Any = draft.get("trace")
        return LogEntry(event=parse_event({**body, **envelope}), trace=trace, rest=rest)
