"""Replay: run a session again from its log alone, and compare the results."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from pydantic import JsonValue

from echoes.core.errors import EchoesError
from echoes.core.log.entries import Cause, Entry, noted
from echoes.core.log.event_kinds import EventKinds
from echoes.core.log.event_log import read_log
from echoes.core.log.events import Event, Narrated, event_to_json
from echoes.core.log.queries import message_of
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.session import GameSession
from echoes.storage.backends import open_storage
from echoes.storage.settings import StorageSettings

_MEASURED = frozenset({"scores"})
"""Keys of a trace that are measurements and decide nothing."""


@dataclass
class Replayed:
    """The result of a replay.

    Attributes:
        messages: the number of messages in the log.
        given: the number of messages that could not be run again, for they were refused.
        reworded: the number of events with other phrases, because the phrases were edited.
        differences: the differences from the log, one line each.
    """

    messages: int = 0
    given: int = 0
    reworded: int = 0
    differences: list[str] = field(default_factory=list[str])


async def replay(engine: GameEngine, session_id: str) -> Replayed:
    """Run a session again in memory, with its messages, its clock and the recorded replies.

    No model and no knowledge base is asked, and nothing is written.

    Args:
        engine: the engine with the log and the scenarios.
        session_id: the session.
    Raises:
        UnknownName: no such session.
        StorageFailed: its log or its scenario can't be read.
    """
    kept = engine.storage.event_log
    opening, *writes = _writes(await read_log(kept, kept.read, session_id)) or [[]]
    storage = open_storage(StorageSettings(backend="memory"), Path(), EventKinds(lambda _: None))
    log, clock, result = storage.event_log, _Clock(), Replayed(messages=len(writes))
    log.append(session_id, opening)
    session = await engine.session_factory.session(storage, session_id, clock, replayed=True)
    for write in writes:
        if _is_beside(write[0].event):
            log.append(session_id, write)
            result.messages -= 1
            continue
        before = log.read(session_id)
        found, reworded = "", 0
        if write[0].cause is None:
            result.given += 1
        else:
            try:
                await _run(session, write, clock)
                again = log.read(session_id)[len(before) :]
                found = _difference(write, again)
                reworded = 0 if found else sum(map(_reworded, write, again))
            except (EchoesError, ValueError) as error:
                found = f"turn {write[0].event.turn}: {error}"
        result.reworded += reworded
        if found or reworded or write[0].cause is None:  # on from what the log holds, as its players read it
            result.differences += [found] if found else []
            log.delete(session_id)
            log.append(session_id, [*before, *write])
            session = await engine.session_factory.session(storage, session_id, clock, replayed=True)
            await session.reconcile()
    return result


async def _run(session: GameSession, write: Sequence[Entry], clock: "_Clock") -> None:
    """Repeat what led to a write."""
    cause, first = write[0].cause or Cause(), write[0].event
    clock.time = datetime.fromisoformat(first.timestamp).timestamp()
    if cause.undo is not None:
        await session.undo(cause.undo)
        return
    if cause.operation is not None:
        await session.operate(cause.operation)
        return
    if cause.settles is not None:
        await session.commit(
            await session.prepare_follow_up(await session.read(), cause.replies, cause.failures)
        )
        return
    text = message_of(write[0])
    await session.process_player_input(text, cause.replies, cause.by, cause.seat, cause.failures)


def _is_beside(event: Event) -> bool:
    """Return whether an event is of no message; it is taken as it stands."""
    return isinstance(event, Narrated) or not event.is_copied


class _Clock:
    time = 0.0

    def __call__(self) -> float:
        return self.time


def _writes(entries: Sequence[Entry]) -> list[list[Entry]]:
    writes: list[list[Entry]] = []
    begun = False
    for entry in entries:
        if begun:
            writes[-1].append(entry)
        else:
            writes.append([entry])
        begun = entry.rest > 0
    return writes


def _difference(stored: Sequence[Entry], again: Sequence[Entry]) -> str:
    turn = stored[0].event.turn
    kinds = [[entry.event.event for entry in entries] for entries in (stored, again)]
    if kinds[0] != kinds[1]:
        return (
            f"turn {turn}: the log has {', '.join(kinds[0])}; again came {', '.join(kinds[1]) or 'nothing'}"
        )
    for one, other in zip(stored, again, strict=True):
        was, now = event_to_json(one.event), event_to_json(other.event)
        for key in {**was, "audience": None}:  # which is left out where it is everybody
            if was.get(key) != now.get(key) and key not in one.event.display_fields:
                return f"turn {turn}: {was['event']}.{key} was {was.get(key)!r} and is now {now.get(key)!r}"
        then, again_noted = noted(one.trace) or {}, noted(other.trace) or {}
        kept = {key: value for key, value in then.items() if key not in _MEASURED}
        if not all(_agrees(value, again_noted.get(key)) for key, value in kept.items()):
            return f"turn {turn}: what led to {was['event']} is not the same"
    return ""


def _reworded(one: Entry, other: Entry) -> bool:
    return any(getattr(one.event, key) != getattr(other.event, key) for key in one.event.display_fields)


def _agrees(was: JsonValue, now: JsonValue) -> bool:
    """Compare two traces by the keys that both have: a replay measures nothing again."""
    if isinstance(was, dict) and isinstance(now, dict):
        return all(was[key] == now[key] for key in was.keys() & now.keys())
    return was == now
