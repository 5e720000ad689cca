"""What a fork shares with the session that it leaves."""

from collections.abc import Sequence
from typing import Any

from echoes.core.entries import Entry
from echoes.core.errors import BadInput, StorageFailed
from echoes.core.events import (
    SeatLeft,
    SeatTaken,
    SessionStarted,
    TurnsUndone,
)


def shared_past(entries: Sequence[Entry], at: int | None) -> list[Entry]:
    """The entries of a log up to a turn, undone turns and all: a fork hides nothing.

    Args:
        entries: a whole log.
        at: the last turn to share, as the game stood then: a turn that was taken back
            later counts in the fork. None shares everything.
    Returns:
        A prefix of the log, without what ended the game: a fork is there to be played.
    Raises:
        BadInput: there is no such turn.
        StorageFailed: the log has no beginning.
    """
    if not entries or not isinstance(entries[0].event, SessionStarted):
        raise StorageFailed("the log has no beginning", "Delete the session.")
    last = max(entry.event.turn for entry in entries)
    if at is not None and not 0 <= at <= last:
        raise BadInput(f"there is no turn {at}", f"The session's turns are 0 to {last}.")
    shared: list[Entry] = []
    for entry in entries:
        beyond = at is not None and entry.event.turn > at
        taken_back = isinstance(entry.event, TurnsUndone) and at in entry.event.turns
        if beyond or taken_back or entry.event.ends_game:
            break
        shared.append(entry)
    # A write counts as a whole: what belongs to a message is shared with it or not at all.
    while shared[-1].rest:
        shared.pop()
    return shared


def copied(entries: Sequence[Entry], origin: str, forked: str) -> list[Entry]:
    """Entries under another session's name, the first of which says where they come from.

    Args:
        entries: what is shared.
        origin, forked: the ids of both sessions.
    """
    past = {"forked_from": origin, "forked_at": max(entry.event.turn for entry in entries)}
    copies: list[Entry] = []
    seatless = [one for one in entries if not isinstance(one.event, SeatTaken | SeatLeft)]
    for number, entry in enumerate(seatless, 1):
        update: dict[str, Any] = {"session_id": forked, "event_id": f"{forked}-{number}"}
        update |= past if isinstance(entry.event, SessionStarted) else {}
        copies.append(entry.changed(**update))
    return copies
