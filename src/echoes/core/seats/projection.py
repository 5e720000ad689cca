"""The projection of a seat: what one viewer knows of a session, counted as that viewer counts."""

from collections.abc import Sequence
from datetime import datetime

from echoes.core.log.entries import Entry
from echoes.core.log.events import SessionEnded, TurnsUndone
from echoes.core.log.queries import ending_of, progress_of
from echoes.core.seats.visibility import SeatView

_PAUSE_S = 300.0
"""A longer silence is no time of play."""


class SeatProjection:
    """A session as one seat knows it; terminal, page, lists and reports read it.

    Args:
        seat: the seat; `PUBLIC` for viewers without one.

    Attributes:
        entries: the number of entries that the seat sees.
        turns: the numbers of the turns that count, in order.
        progress: the progress of the game, 0 to 1.
        ended: the event that ended the session; None while it is open.
        played_s: the seconds of play.
        updated: the time of the last entry that is about the game; ISO 8601 in UTC, empty for none.
    """

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self._forget()

    def _forget(self) -> None:
        self._view = SeatView(self.seat)
        self.entries = 0
        self.turns: list[int] = []
        self.progress, self.played_s, self.updated = 0.0, 0.0, ""
        self.ended: SessionEnded | None = None

    def read(self, entries: Sequence[Entry]) -> list[Entry]:
        """Take note of a whole log, and return what the seat sees of it."""
        self._forget()
        return self.follow(entries)

    def follow(self, entries: Sequence[Entry]) -> list[Entry]:
        """Take note of appended entries, and return what the seat sees of them."""
        seen = [one for one in map(self._view.see, entries) if one is not None]
        self.entries += len(seen)
        self.progress = progress_of(seen, self.progress)
        self.ended = self.ended or ending_of(seen)
        for entry in seen:
            self._count(entry)
        return seen

    def number_to_be(self, turn: int) -> int:
        """Return the seat's number of a turn of which it hears, though it may not be recorded yet."""
        return self._view.number_to_be(turn)

    def _count(self, entry: Entry) -> None:
        event, before = entry.event, self.updated
        if not event.is_copied:
            return  # it is about the session, and nobody has played
        if isinstance(event, TurnsUndone) and event.turns:
            self.turns = [turn for turn in self.turns if turn < min(event.turns)]
        elif event.makes_turn:
            self.turns.append(event.turn)
        self.updated = event.timestamp
        if before:
            pause = datetime.fromisoformat(event.timestamp) - datetime.fromisoformat(before)
            self.played_s += min(_PAUSE_S, max(0.0, pause.total_seconds()))
