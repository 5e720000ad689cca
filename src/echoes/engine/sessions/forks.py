"""Forking a session: the past that a fork shares with its origin."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from echoes.core.errors import BadInput, StorageFailed
from echoes.core.log.entries import Entry
from echoes.core.log.event_log import EventLog
from echoes.core.log.events import SessionStarted, StartTrace, TurnsUndone
from echoes.core.seats.visibility import is_private
from echoes.engine.sessions.earlier_builds import must_go_on
from echoes.games.base import AnyGame


def fork(log: EventLog, session_id: str, at: int | None, games: Mapping[str, AnyGame]) -> str:
    """Start a session that shares the past of another, up to a turn.

    Args:
        log: the event log.
        session_id, at: the origin, and the last turn to share; see `shared_past`.
        games: the game types by name.
    Returns:
        The new session's id.
    Raises:
        UnknownName: no such session.
        BadInput: no such turn, or an earlier build began the session.
    """
    shared = shared_past(log.read_intact(session_id), at)
    must_go_on(shared[0], games)
    forked = f"{session_id.rsplit('-', 1)[0]}-{secrets.token_hex(5)}"
    log.append(forked, copied(shared, session_id, forked))
    return forked


def shared_past(entries: Sequence[Entry], at: int | None) -> list[Entry]:
    """Return the entries of a log up to a turn, undone turns included: a fork hides nothing.

    Args:
        entries: the whole log.
        at: the last turn to share, as the game stood then: a turn that was taken back later counts in the
            fork. None shares everything.
    Returns:
        A prefix of the log, without the end of the game, so that the fork can be played.
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
    # A write counts as a whole: the entries of a message are shared together or not at all.
    while shared[-1].rest:
        shared.pop()
    return shared


def copied(entries: Sequence[Entry], origin: str, forked: str) -> list[Entry]:
    """Return copies of entries for another session; the first says where they come from.

    Args:
        entries: the shared entries.
        origin, forked: the ids of both sessions.
    """
    turn = max(entry.event.turn for entry in entries)
    # Each seat counts the turns that it saw; a turn number of the log would reveal hidden ones.
    hidden = is_private(entry.event for entry in entries)
    past = {"forked_from": origin, "forked_at": None if hidden else turn}
    copies: list[Entry] = []
    for number, entry in enumerate((one for one in entries if one.event.is_copied), 1):
        update: dict[str, Any] = {"session_id": forked, "event_id": f"{forked}-{number}"}
        if isinstance(entry.event, SessionStarted):
            trace = entry.traced(StartTrace).model_copy(update={"shared_turns": turn})
            entry, update = replace(entry, trace=trace), update | past
        copies.append(entry.changed(**update))
    return copies
