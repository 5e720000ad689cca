"""Running a session again from its log alone, and comparing what comes out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from echoes.core.errors import EchoesError
from echoes.core.events import LogEntry, event_to_json
from echoes.engine.engine import GameEngine
from echoes.storage.backends import open_storage
from echoes.storage.settings import StorageSettings


@dataclass
class Replayed:
    """What running a session again came to.

    Attributes:
        messages: how many writes the log holds, the opening included.
        given: how many of them could not be run and were taken as they stand: the opening,
            refused messages, and those of logs from before messages were kept.
        differences: where what came out is not what the log holds, a line each.
    """

    messages: int = 0
    given: int = 0
    differences: list[str] = field(default_factory=list[str])


async def replay(engine: GameEngine, session_id: str) -> Replayed:
    """Run a session again in memory: its messages, its clock, and what the referee said.

    No model is asked, and nothing is written.

    Args:
        engine: whose log and puzzles.
        session_id: which session.
    Raises:
        UnknownName: no such session.
        StorageFailed: its log or puzzle can't be read.
    """
    entries = engine.storage.event_log.read(session_id)
    storage = open_storage(StorageSettings(backend="memory"), Path())
    clock = _Clock()
    result = Replayed()
    session: Any = None
    for write in _writes(entries):
        clock.time = datetime.fromisoformat(write[0].event.timestamp).timestamp()
        result.messages += 1
        cause = write[0].cause
        if cause is None or session is None:
            storage.event_log.append(session_id, write)
            result.given += 1
            session = session or await engine.session_on(storage, session_id, clock)
            continue
        before = storage.event_log.read(session_id)
        try:
            if cause.undo is not None:
                await session.undo(cause.undo)
            else:
                message = cause.message
                text = getattr(write[0].event, "text", "") if message is None else message
                await session.process_player_input(text, cause.replies)
        except EchoesError as error:
            result.differences.append(f"turn {write[0].event.turn}: {error}")
            storage.event_log.append(session_id, write)
            continue
        again = storage.event_log.read(session_id)[len(before) :]
        if found := _difference(write, again):
            result.differences.append(found)
            storage.event_log.delete(session_id)
            storage.event_log.append(session_id, [*before, *write])  # and on from what the log holds
    return result


class _Clock:
    time = 0.0

    def __call__(self) -> float:
        return self.time


def _writes(entries: Sequence[LogEntry]) -> Iterator[list[LogEntry]]:
    write: list[LogEntry] = []
    for entry in entries:
        write.append(entry)
        if entry.rest == 0:
            yield write
            write = []


def _difference(stored: Sequence[LogEntry], again: Sequence[LogEntry]) -> str:
    turn = stored[0].event.turn
    kinds = [[entry.event.event for entry in entries] for entries in (stored, again)]
    if kinds[0] != kinds[1]:
        return (
            f"turn {turn}: the log has {', '.join(kinds[0])}; again came {', '.join(kinds[1]) or 'nothing'}"
        )
    for one, other in zip(stored, again, strict=True):
        was, now = event_to_json(one.event), event_to_json(other.event)
        for key in was:
            if was[key] != now[key]:
                return f"turn {turn}: {was['event']}.{key} was {was[key]!r} and is now {now[key]!r}"
        if one.trace != other.trace:
            return f"turn {turn}: what led to {was['event']} is not the same"
    return ""
