"""What a seat sees of a session. Nothing reaches a viewer but through here."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from echoes.core.entries import Entry
from echoes.core.events import Event, SeatLeft, SeatTaken, TurnsUndone

PUBLIC = ""
"""The seat of whoever has none: they see what everybody sees. A game of one shared seat has no other."""


class SeatView:
    """The entries of a session as one seat sees them, one after the other.

    What it may not see does not show in numbers either: events and turns are counted per viewer. Where
    nothing is hidden, all is as the log has it.

    Args:
        seat: whose view; `PUBLIC` for anybody's.
    """

    def __init__(self, seat: str) -> None:
        self._seat = seat
        self._events = 0
        self._turns = [0]

    def see(self, entry: Entry) -> Entry | None:
        """The next entry of the log; None where the seat must not know of it."""
        event = entry.event
        if event.audience and self._seat not in event.audience:
            return None
        own: dict[str, Any] = {}
        if isinstance(event, TurnsUndone):
            own["turns"] = [self._counted(turn) for turn in event.turns if turn in self._turns]
            if event.turns and not own["turns"]:
                return None
        self._events += 1
        if event.makes_turn and event.turn > self._turns[-1]:
            self._turns.append(event.turn)
        own["event_id"] = f"{event.session_id}-{self._events}"
        own["turn"] = self._counted(event.turn)
        changed = {key: value for key, value in own.items() if getattr(event, key) != value}
        if entry.cause and entry.cause.seat not in (PUBLIC, self._seat):
            entry = replace(entry, cause=None)  # what others may read of it, the game tells by events
        return entry.changed(**changed) if changed else entry

    @property
    def turn(self) -> int:
        """The number of the last turn, as the seat counts."""
        return len(self._turns) - 1

    def _counted(self, turn: int) -> int:
        """The number of a turn of the log: how many up to it the seat has seen."""
        return bisect_right(self._turns, turn) - 1


def seen_by(entries: Iterable[Entry], seat: str) -> list[Entry]:
    """The entries of a whole log that a seat may see, numbered as that seat counts them.

    Args:
        entries: from the first on.
        seat: whose view.
    """
    view = SeatView(seat)
    return [seen for seen in map(view.see, entries) if seen is not None]


def held_seats(entries: Iterable[Entry]) -> dict[str, str]:
    """Who holds which seat, by the name that others see."""
    held: dict[str, str] = {}
    for entry in entries:
        if isinstance(entry.event, SeatTaken):
            held[entry.event.seat] = entry.event.by
        elif isinstance(entry.event, SeatLeft):
            held.pop(entry.event.seat, None)
    return held


def is_private(events: Iterable[Event]) -> bool:
    """Whether any of these events is not for everybody."""
    return any(event.audience for event in events)
