"""Reading a log: the entries that count, and what follows from them."""

from collections.abc import Iterable, Sequence

from echoes.core.log.authorship import message_words
from echoes.core.log.entries import Entry
from echoes.core.log.events import Event, SessionEnded, TurnsUndone
from echoes.core.operation.usage import NO_USAGE, Usage


def effective_entries(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries that count: those that no undo has taken back.

    An event about an earlier turn, such as the withdrawal of its ruling, goes with that turn. Undoing does
    not change who holds which seat, nor whom they play there.
    """
    kept: list[Entry] = []
    for entry in entries:
        if isinstance(entry.event, TurnsUndone) and entry.event.turns:
            first = min(entry.event.turns)
            start = next((n for n, e in enumerate(kept) if e.event.turn == first), len(kept))
            kept = [e for n, e in enumerate(kept) if n < start or e.event.turn < first or e.event.stays]
        kept.append(entry)
    return kept


def entries_without(entries: Sequence[Entry], turns: Sequence[int]) -> list[Entry]:
    """Return the entries that count once these turns are taken back too."""
    return effective_entries([*entries, Entry(TurnsUndone(turns=[*turns], progress=0))])


def last_turns(entries: Sequence[Entry], count: int) -> list[int]:
    """Return the numbers of the last turns that count, the latest first."""
    turns = [entry.event.turn for entry in effective_entries(entries) if entry.event.makes_turn]
    return list(reversed(turns))[:count]


def progress_of(entries: Sequence[Entry], before: float = 0.0) -> float:
    """Return the progress, 0 to 1, of the last entry that has one; otherwise the one before."""
    made = (entry.event.progress_made for entry in reversed(entries))
    return next((progress for progress in made if progress is not None), before)


def has_event(entries: Iterable[Entry], *kinds: type[Event]) -> bool:
    """Return whether any event is of one of these kinds; quick for many entries of few kinds."""
    return any(issubclass(kind, kinds) for kind in {type(entry.event) for entry in entries})


def ending_of(entries: Sequence[Entry]) -> SessionEnded | None:
    """Return the event that ended the session; None while it is open."""
    return next((entry.event for entry in entries if isinstance(entry.event, SessionEnded)), None)


def message_of(entry: Entry) -> str:
    """Return the message that was sent, of a write's first entry; of a later one, what it repeats of one."""
    return entry.cause.message or "" if entry.cause else message_words(entry.event)


def usage_of(entry: Entry) -> Usage:
    """Return the cost of an entry: its event's, and that of discarded attempts before it."""
    public: Usage | None = vars(entry.event).get("usage")
    private = entry.trace.usage if entry.trace else None
    cost = public if public and not public.is_free else private or NO_USAGE
    return cost + entry.cause.dropped if entry.cause and entry.cause.dropped else cost
