"""Reading a log: which entries count, and what they amount to."""

from collections.abc import Sequence

from echoes.core.entries import Entry
from echoes.core.events import SeatLeft, SeatTaken, SessionEnded, TurnsUndone
from echoes.core.usage import Usage


def effective_entries(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that count: all but those of, and since, the first of the turns that were undone.

    What is about an earlier turn, such as the withdrawal of its ruling, goes with that turn. Who sits where,
    undoing does not change.
    """
    kept: list[Entry] = []
    for entry in entries:
        if isinstance(entry.event, TurnsUndone) and entry.event.turns:
            first = min(entry.event.turns)
            start = next((n for n, e in enumerate(kept) if e.event.turn == first), len(kept))
            kept = [e for n, e in enumerate(kept) if n < start or e.event.turn < first or _stays(e)]
        kept.append(entry)
    return kept


def _stays(entry: Entry) -> bool:
    return isinstance(entry.event, SeatTaken | SeatLeft)


def last_turns(entries: Sequence[Entry], count: int) -> list[int]:
    """The numbers of the last turns that count, the latest first."""
    turns = [entry.event.turn for entry in effective_entries(entries) if entry.event.makes_turn]
    return list(reversed(turns))[:count]


def progress_of(entries: Sequence[Entry], before: float = 0.0) -> float:
    """The progress that the last entry that has one speaks of, 0 to 1; else as it was before."""
    made = (entry.event.progress_made for entry in reversed(entries))
    return next((progress for progress in made if progress is not None), before)


def ending_of(entries: Sequence[Entry]) -> SessionEnded | None:
    """The event that ended the session; None while it is open."""
    return next((entry.event for entry in entries if isinstance(entry.event, SessionEnded)), None)


def message_of(entry: Entry) -> str:
    """Return the player's message; in old logs, the part of it that an event repeats."""
    event, cause = entry.event, entry.cause
    if cause is not None and cause.message is not None:
        return cause.message
    if (cause is not None and (cause.undo or cause.operation is not None)) or not event.repeats_message:
        return ""
    return str(getattr(event, "asked", None) or getattr(event, "text", ""))


def usage_of(entry: Entry) -> Usage:
    """Return the cost of an entry: its event's, and that of thinking in vain before."""
    public: Usage | None = getattr(entry.event, "usage", None)
    private = entry.trace.usage if entry.trace else None
    cost = public if public and public != Usage() else private or Usage()
    return cost + entry.cause.dropped if entry.cause and entry.cause.dropped else cost
