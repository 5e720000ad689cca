"""The log of a session: what somebody else wrote is followed, and the projection is that of the log."""

import asyncio
import gc
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from tests.support import say

from echoes.app import open_engine
from echoes.config import load_config
from echoes.core.errors import StorageFailed
from echoes.core.log.entries import Entry, Operation
from echoes.core.log.events import CommandResult
from echoes.core.seats.roles import Role
from echoes.engine.engine import GameEngine
from echoes.engine.log.session_log import SessionLog
from echoes.engine.sessions.queries import session_rows, session_window
from echoes.engine.turns.tools import session_tools


async def opened(engine: GameEngine, session_id: str) -> SessionLog:
    entries, session = engine.storage.event_log.read(session_id), await engine.open_session(session_id)
    game = engine.games["situation_puzzle"]
    log = SessionLog(entries[0], game, session.scenario, engine.storage, lambda: 0.0)
    await log.read([(entries, -1)])
    await log.reconcile()
    return log


async def test_a_log_that_lets_its_reader_wait_holds_up_nobody_else(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    session_id = (await own_engine.create_session("silent_bell")).session_id
    log, answers = await opened(own_engine, session_id), threading.Event()
    files = own_engine.storage.event_log
    position = files.position

    def waiting(session: str) -> int:
        assert answers.wait(60), "the event loop stands still"
        return position(session)

    monkeypatch.setattr(files, "waits", True)
    monkeypatch.setattr(files, "position", waiting)
    monkeypatch.setattr(files, "held_position", lambda session: None)
    following = asyncio.create_task(log.reconcile())
    await asyncio.sleep(0)
    answers.set()  # which only an event loop that goes on comes to
    assert await following == []


async def test_what_somebody_else_wrote_is_followed(own_engine: GameEngine, bell: Path):
    session_id = (await own_engine.create_session("silent_bell")).session_id
    await say(own_engine, session_id, "Was the bell broken?")
    log = await opened(own_engine, session_id)
    said = Entry(CommandResult(command="x", text="x"))
    await say(own_engine, session_id, "Is the sexton old?", "/undo")
    with pytest.raises(StorageFailed, match="written by another process meanwhile"):
        await log.record([said])
    assert await log.reconcile() == []
    again = await opened(own_engine, session_id)
    assert log.projection.state == again.projection.state
    assert (log.projection.turn, log.projection.ended, log.projection.private) == (2, False, False)
    [recorded] = await log.record([said])
    entries = await log.entries()
    assert entries[-1].event.event_id == recorded.event.event_id
    assert log.projection.state.get("entries") == len(entries)


async def test_what_was_read_at_opening_is_not_read_again(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    session_id = (await own_engine.create_session("silent_bell")).session_id
    files = own_engine.storage.event_log
    read, repair, since = files.position(session_id), files.repair, list[int]()
    async with open_engine() as later:
        log = later.storage.event_log
        monkeypatch.setattr(log, "repair", lambda name, start=0: since.append(start) or repair(name, start))
        assert await later.reconcile(session_id) == []
        assert log.position(session_id) == read
    assert since == [read]


async def test_no_garbage_is_collected_while_the_entries_of_a_log_are_at_hand(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    session_id = (await own_engine.create_session("silent_bell")).session_id
    entries, at_hand = list[ref[Entry]](), list[bool]()

    def note(phase: str, info: dict[str, int]) -> None:
        if entries:
            at_hand.append(any(entry() for entry in entries))

    async with open_engine() as later:
        parts = later.storage.event_log.parts

        def read(session_id: str) -> Iterator[tuple[Sequence[Entry], int]]:
            for found, position in parts(session_id):
                entries.extend(map(ref, found))
                yield found, position

        monkeypatch.setattr(later.storage.event_log, "parts", read)
        gc.callbacks.append(note)
        try:
            await later.open_session(session_id)
            gc.collect()
        finally:
            gc.callbacks.remove(note)
    assert at_hand and not any(at_hand)


async def test_a_long_log_is_followed_in_parts_and_tells_what_it_does_as_a_whole(
    own_engine: GameEngine, bell: Path
):
    session_id = (await own_engine.create_session("silent_bell")).session_id
    for undone in (False, True):
        await say(own_engine, session_id, *["Is the sexton old?", "/facts", "Was the bell cracked?"] * 30)
        if undone:
            await say(own_engine, session_id, "/undo")
        in_parts, as_a_whole = await opened(own_engine, session_id), await opened(own_engine, session_id)
        await in_parts.read(own_engine.storage.event_log.parts(session_id))
        assert in_parts.projection.state == as_a_whole.projection.state
        assert in_parts.position == as_a_whole.position
        assert await in_parts.reconcile() == []


async def test_a_torn_end_is_set_aside_though_the_log_was_read_at_opening(own_engine: GameEngine, bell: Path):
    session_id = (await own_engine.create_session("silent_bell")).session_id
    files = own_engine.storage.event_log
    whole = files.position(session_id)
    [path] = (Path(load_config().paths.game_storage)).rglob(f"{session_id}.jsonl")
    with path.open("ab") as file:
        file.write(b'{"event": "torn')
    async with open_engine() as later:
        assert await later.reconcile(session_id)
    assert files.position(session_id) == whole


async def test_in_a_whole_game_no_log_that_lets_its_reader_wait_is_read_by_the_event_loop(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    log, here = own_engine.storage.event_log, threading.get_ident()
    seen: list[str] = []

    def elsewhere(name: str) -> Callable[..., Any]:
        do = getattr(log, name)

        def done(*args: Any) -> Any:
            seen.append(name)
            assert threading.get_ident() != here, f"the event loop waits for `{name}`"
            return do(*args)

        return done

    monkeypatch.setattr(log, "waits", True)
    monkeypatch.setattr(log, "held_position", lambda session: None)
    for name in (
        "append",
        "read",
        "read_intact",
        "parts",
        "tail",
        "repair",
        "position",
        "positions",
        "delete",
    ):
        monkeypatch.setattr(log, name, elsewhere(name))
    session_id = (await own_engine.create_session("silent_bell", player_id="ann")).session_id
    await say(own_engine, session_id, "Was the bell broken?", "/hint", "/recap", "/answer", "1", "/undo")
    await own_engine.operate(session_id, Operation(name="correct", arguments={"turn": 1, "ruling": "NO"}))
    tools = {tool.name: tool for tool in await session_tools(own_engine, session_id, Role.PLAYER)}
    await tools["append_event"].ainvoke({"message": "The bell matters."})
    await tools["get_recent_events"].ainvoke({})
    await session_window(own_engine, session_id, Role.PLAYER)
    await say(own_engine, session_id, "/giveup", "/giveup")
    await session_rows(own_engine)
    await own_engine.delete_session(session_id)
    assert {"append", "read", "read_intact", "parts", "repair", "position", "positions", "delete"} <= {*seen}
