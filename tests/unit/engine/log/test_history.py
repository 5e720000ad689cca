"""The history of a session: the newest entries are read once, and what is taken back is not among them."""

import pytest

from echoes.core.log.entries import Entry
from echoes.core.log.events import CommandResult, Event, SessionStarted, TurnsUndone
from echoes.engine.log.history import LogHistory
from echoes.storage.in_memory import InMemoryEventLog

STARTED = Entry(
    SessionStarted(session_id="s", puzzle_id="p", title="P", lang="en", puzzle_hash="", game_type="party")
)


def said(turn: int, text: str) -> Entry:
    return Entry(CommandResult(command="x", text=text, turn=turn))


def is_told(event: Event) -> bool:
    return isinstance(event, CommandResult) and bool(event.text)


async def texts(history: LogHistory) -> list[str]:
    return [getattr(entry.event, "text", "") for entry in await history.newest(is_told)]


async def test_only_what_was_appended_is_read_unless_it_takes_turns_back(monkeypatch: pytest.MonkeyPatch):
    log = InMemoryEventLog()
    history, read, tail = LogHistory(log, "s"), list[int](), log.tail
    monkeypatch.setattr(log, "tail", lambda session, since: read.append(since) or tail(session, since))
    log.append("s", [STARTED, said(1, "one"), said(2, ""), said(2, "two")])
    assert await texts(history) == ["one", "two"]
    log.append("s", [said(3, "three")])
    assert await texts(history) == ["one", "two", "three"]
    assert read == [0, 4]
    log.append("s", [Entry(TurnsUndone(turns=[2, 3], progress=0, turn=3)), said(4, "four")])
    assert await texts(history) == ["one", "four"]
    assert await texts(history) == ["one", "four"]


async def test_so_many_are_kept_and_no_more(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("echoes.engine.log.history.MOST_NEWEST", 2)
    log = InMemoryEventLog()
    history = LogHistory(log, "s")
    log.append("s", [STARTED, *(said(turn, str(turn)) for turn in range(1, 5))])
    assert await texts(history) == ["3", "4"]
    log.append("s", [said(5, "5")])
    assert await texts(history) == ["4", "5"]
