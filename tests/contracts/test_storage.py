"""What every storage back end must do."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support import KINDS, event

from echoes.core.entries import Entry
from echoes.core.errors import SessionBusy, UnknownName
from echoes.games.situation_puzzle.traces import CommandTrace
from echoes.storage.backends import STORAGE_BACKENDS, Storage, open_storage
from echoes.storage.settings import StorageSettings


@pytest.fixture(params=STORAGE_BACKENDS.names())
async def storage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Storage]:
    opened = open_storage(StorageSettings(backend=request.param, lock_wait_s=0.1), tmp_path, KINDS)
    yield opened
    await opened.aclose()


def entry(number: int) -> Entry:
    said = event(event="command_result", event_id=f"s-{number}", command="x", text="十")
    return Entry(said, CommandTrace(closes=number == 2))


async def test_the_log_keeps_entries_with_their_traces_in_order(storage: Storage):
    storage.event_log.append("s", [entry(1)])
    storage.event_log.append("s", [replace(entry(2), rest=1), entry(3)])
    kept = storage.event_log.read("s")
    assert [(e.event, e.trace) for e in kept] == [(entry(n).event, entry(n).trace) for n in (1, 2, 3)]
    assert [e.rest for e in kept] == [0, 1, 0]
    assert storage.event_log.sessions() == ["s"]


async def test_the_position_grows_with_every_append(storage: Storage):
    positions = [storage.event_log.position("s")]
    for number in range(3):
        storage.event_log.append("s", [entry(number)])
        positions.append(storage.event_log.position("s"))
    assert positions[0] == 0
    assert positions == sorted(set(positions))


async def test_whoever_reads_along_gets_what_was_appended_and_nothing_twice(storage: Storage):
    log = storage.event_log
    log.append("s", [entry(1)])
    first, position = log.tail("s", 0)
    assert log.tail("s", position) == ([], position)
    log.append("s", [replace(entry(2), rest=1), entry(3)])
    then, end = log.tail("s", position)
    assert [e.event for e in first + then] == [entry(n).event for n in (1, 2, 3)]
    assert end == log.position("s")
    with pytest.raises(UnknownName):
        log.tail("nobody", 0)


async def test_a_deleted_session_is_unknown(storage: Storage):
    storage.event_log.append("s", [entry(1)])
    storage.event_log.delete("s")
    with pytest.raises(UnknownName):
        storage.event_log.read("s")


async def test_a_lock_excludes_and_says_so(storage: Storage):
    async with storage.lock("s"):
        with pytest.raises(SessionBusy):
            async with storage.lock("s"):
                pytest.fail("two held one lock")
        async with storage.lock("other"):
            pass
    async with storage.lock("s"):
        pass


async def test_a_lock_is_waited_for(storage: Storage):
    order: list[int] = []

    async def work(number: int) -> None:
        async with storage.lock("s", wait_s=300):
            await asyncio.sleep(0.01)
            order.append(number)

    await asyncio.gather(work(1), work(2), work(3))
    assert sorted(order) == [1, 2, 3]


async def test_the_store_keeps_documents(storage: Storage):
    store = await storage.store()
    await store.aput(("player", "ann"), "profile", {"games": 1})
    item = await store.aget(("player", "ann"), "profile")
    assert item is not None
    assert item.value == {"games": 1}


async def test_only_the_newest_checkpoint_is_left_after_pruning(storage: Storage):
    from typing import TypedDict

    from langgraph.graph import END, START, StateGraph

    class State(TypedDict):
        count: int

    graph = StateGraph(State)
    graph.add_node("add", lambda state: {"count": state["count"] + 1})
    graph.add_edge(START, "add")
    graph.add_edge("add", END)
    compiled = graph.compile(checkpointer=await storage.checkpointer())
    config = {"configurable": {"thread_id": "s"}}
    for number in range(5):
        await compiled.ainvoke({"count": number}, config, durability="exit")
    await storage.prune("s")
    assert len([c async for c in compiled.aget_state_history(config)]) == 1
    assert (await compiled.aget_state(config)).values == {"count": 5}
