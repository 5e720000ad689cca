"""The view of a session from one seat. Everything that reaches a viewer passes through here."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from echoes.core.errors import BadInput
from echoes.core.log.entries import Entry
from echoes.core.log.events import Event, TurnsUndone
from echoes.core.log.queries import last_turns

PUBLIC = ""
"""The seat of viewers without a seat, and the only one in a game of one shared seat."""


class SeatView:
    """The entries of a session as one seat sees them, one after the other.

    Hidden events do not show in numbers either: events and turns are counted per viewer. A turn of which
    only a part is visible counts with that part, so that undoing it takes the part back. If nothing is
    hidden, everything is as in the log.

    Args:
        seat: the seat; `PUBLIC` for the view of everybody.
    """

    def __init__(self, seat: str) -> None:
        self._seat = seat
        self._events = 0
        self._turns = [0]
        self._hidden: set[int] = set()
        self._hidden_turn = 0

    def see(self, entry: Entry) -> Entry | None:
        """Return the next entry of the log as the seat sees it; None if it is hidden."""
        if entry.cause and entry.cause.settles in self._hidden:
            self._hidden_turn = entry.cause.settles  # its follow-up work belongs to it, in a write of its own
        seen = self._seen(entry)
        if not entry.rest:  # the last entry of its write
            self._hidden_turn = 0
        return seen

    def _seen(self, entry: Entry) -> Entry | None:
        event = entry.event
        if event.audience and self._seat not in event.audience:
            if event.makes_turn:
                self._hidden_turn = event.turn
                self._hidden.add(event.turn)
            return None
        own: dict[str, Any] = {}
        if isinstance(event, TurnsUndone):
            own["turns"] = [self.number(turn) for turn in event.turns if turn in self._turns]
            if event.turns and not own["turns"]:
                return None
        self._events += 1
        counts = event.makes_turn or event.turn == self._hidden_turn
        if counts and event.turn > self._turns[-1]:
            self._turns.append(event.turn)
        own["event_id"] = f"{event.session_id}-{self._events}"
        own["turn"] = self.number(event.turn)
        changed = {key: value for key, value in own.items() if getattr(event, key) != value}
        if entry.cause and entry.cause.seat not in (PUBLIC, self._seat):
            entry = replace(entry, cause=None)  # the game tells by events what others may read of it
        return entry.changed(**changed) if changed else entry

    @property
    def turn(self) -> int:
        """The number of the last turn, as the seat counts."""
        return len(self._turns) - 1

    def log_turn(self, turn: int) -> int:
        """Return the log's number of a turn that the seat counts as `turn`.

        Raises:
            BadInput: the seat has seen no such turn.
        """
        if not 0 <= turn < len(self._turns):
            raise BadInput(f"there is no turn {turn}", f"The turns are 0 to {self.turn}.")
        return self._turns[turn]

    def counts(self, turn: int) -> bool:
        """Return whether the seat counts a turn of the log."""
        return turn in self._turns

    def number(self, turn: int) -> int:
        """Return the seat's number of a turn of the log, counting the turns that it has seen."""
        return bisect_right(self._turns, turn) - 1

    def number_to_be(self, turn: int) -> int:
        """Return the seat's number of a turn of which it hears, though it may not be recorded yet."""
        return bisect_left(self._turns, turn)


def seen_by(entries: Iterable[Entry], seat: str) -> list[Entry]:
    """Return the entries of a whole log that a seat may see, numbered as that seat counts them.

    Args:
        entries: the log, from its first entry on.
        seat: the seat.
    """
    view = SeatView(seat)
    return [seen for seen in map(view.see, entries) if seen is not None]


def turns_to_undo(entries: Sequence[Entry], seat: str, count: int) -> int:
    """Return the number of turns of the log to undo so that a seat is where it was `count` turns ago.

    Args:
        entries: the whole log.
        seat: the seat whose turns are counted; turns hidden from it go together with those that it saw.
        count: the number of turns, as the seat counts.
    """
    view = SeatView(seat)
    for entry in entries:
        view.see(entry)
    turns = last_turns(entries, len(entries))
    own = [turn for turn in turns if view.counts(turn)][:count]
    return sum(turn >= own[-1] for turn in turns) if own else 0


def log_turn(entries: Iterable[Entry], seat: str, turn: int) -> int:
    """Return the log's number of a turn, given the number that a viewer knows.

    Args:
        entries: the whole log.
        seat: the viewer's seat.
        turn: the number, as that seat counts.
    Raises:
        BadInput: the seat has seen no such turn.
    """
    view = SeatView(seat)
    for entry in entries:
        view.see(entry)
    return view.log_turn(turn)


def is_private(events: Iterable[Event]) -> bool:
    """Return whether any of these events is hidden from somebody."""
    return any(event.audience for event in events)


def narrated_to(events: Sequence[Event]) -> tuple[list[Event], tuple[str, ...]]:
    """Return the events of a turn that may be narrated, and the seats that may hear it; none for everybody.

    Where anything is public, only that is narrated; a hidden turn is for the seats that see all of it.

    Args:
        events: the events of one turn.
    """
    public = [event for event in events if not event.audience]
    if public or not events:
        return public, ()
    first, *others = (event.audience for event in events)
    audience = tuple(seat for seat in first if all(seat in other for other in others))
    return ([*events], audience) if audience else ([], ())


def seen_of(events: Sequence[Event], entries: Sequence[Entry], seat: str) -> list[Event]:
    """Return those of some events that a seat may see, numbered as it counts.

    Args:
        events: recorded events.
        entries: the whole log.
        seat: the seat.
    """
    wanted, view = {event.event_id for event in events}, SeatView(seat)
    shown = [(entry.event.event_id, view.see(entry)) for entry in entries]
    return [seen.event for event_id, seen in shown if seen is not None and event_id in wanted]
