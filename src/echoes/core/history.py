"""Reading a log: which entries count, and what they amount to."""

from collections.abc import Sequence
from typing import Any, cast

from echoes.core.events import Draft, TurnsUndone, event_to_json
from echoes.core.log_entries import LogEntry
from echoes.core.usage import Usage


def active(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """The entries that count: all but those of, and since, the first of the turns that were undone.

    What is about an earlier turn, such as the withdrawal of its ruling, goes with that turn.
    """
    kept: list[LogEntry] = []
    for entry in entries:
        if isinstance(entry.event, TurnsUndone):
            first = min(entry.event.turns, default=0)
            start = next((n for n, e in enumerate(kept) if e.event.turn == first), len(kept))
            kept = [e for n, e in enumerate(kept) if n < start or e.event.turn < first]
        kept.append(entry)
    return kept


def last_turns(entries: Sequence[LogEntry], count: int) -> list[int]:
    """The numbers of the last turns that count, the latest first."""
    turns = [entry.event.turn for entry in active(entries) if type(entry.event).is_turn]
    return list(reversed(turns))[:count]


def progress_of(entries: Sequence[LogEntry]) -> float:
    """The progress that the last entry that has one speaks of, 0 to 1."""
    for entry in reversed(entries):
        value = getattr(entry.event, "progress", None)
        if isinstance(value, float):
            return value
    return 0.0


def standing(drafts: Sequence[Draft]) -> dict[int, str]:
    """The ruling of each turn as it stands now, after challenges and corrections; withdrawn ones are gone.

    Args:
        drafts: the events that count, in order.
    """
    found: dict[int, str] = {}
    for draft in drafts:
        turn = cast("int", draft.get("turn", 0))
        if draft["event"] == "question_ruled":
            found[turn] = str(draft["ruling"])
        elif turn in found and draft.get("outcome") == "withdrawn":
            del found[turn]
        elif turn in found and draft.get("new_ruling"):
            found[turn] = str(draft["new_ruling"])
    return found


def questions_ruled_yes(drafts: Sequence[Draft]) -> dict[str, list[int]]:
    """The questions whose ruling stands as YES, each once, in the order of their first turns, with these."""
    rulings = standing(drafts)
    found: dict[str, list[int]] = {}
    for draft in drafts:
        turn = cast("int", draft.get("turn", 0))
        if draft["event"] == "question_ruled" and rulings.get(turn) == "YES":
            found.setdefault(str(draft["text"]), []).append(turn)
    return found


def draft_of(entry: LogEntry) -> Draft:
    """An entry as a game's reducer reads it."""
    return {**event_to_json(entry.event), "trace": entry.trace}


def usage_in(draft: Draft) -> Usage:
    """What an event has cost; a question back keeps it in its trace."""
    trace: Any = draft.get("trace") or {}
    found: Any = draft.get("usage") or trace.get("usage") or {}
    return Usage(**found)
