"""What every storage back end must do."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from langgraph.store.base import BaseStore
from tests.support import KINDS, event

from echoes.core.errors import SessionBusy, StorageFailed, UnknownName
from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.traces import CommandTrace
from echoes.storage.backends import STORAGE_BACKENDS, Storage, open_storage
from echoes.storage.settings import StorageSettings


def settings(request: pytest.FixtureRequest) -> StorageSettings:
    url = request.getfixturevalue("database") if request.param == "postgres" else None
    return StorageSettings(backend=request.param, url=url, lock_wait_s=0.1)


@pytest.fixture(params=STORAGE_BACKENDS.names())
async def storage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Storage]:
    opened = open_storage(settings(request), tmp_path, KINDS)
    yield opened
    await opened.aclose()


@pytest.fixture(params=STORAGE_BACKENDS.names())
async def indexed(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[tuple[BaseStore, "Reader"]]:
    """A store with an index by meaning, and what its embedder reads."""
    reader = Reader()
    opened = open_storage(settings(request), tmp_path, KINDS, reader)
    store = await opened.store()
    if getattr(store, "index_config", None) is None:
        pytest.skip("this storage has no vectors")
    yield store, reader
    await opened.aclose()


@pytest.fixture(params=[name for name in STORAGE_BACKENDS.names() if name != "memory"])
def shared(request: pytest.FixtureRequest) -> StorageSettings:
    """The settings of a storage that several processes can open."""
    return settings(request)


@pytest.fixture
async def workers(shared: StorageSettings, tmp_path: Path) -> AsyncIterator[tuple[Storage, Storage]]:
    """The same storage as two processes open it."""
    one, other = (open_storage(shared, tmp_path, KINDS) for _ in range(2))
    yield one, other
    await one.aclose()
    await other.aclose()


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
    assert storage.event_log.positions() == {"s": storage.event_log.position("s")}


async def test_the_position_grows_with_every_append(storage: Storage):
    positions = [storage.event_log.position("s")]
    for number in range(3):
        positions.append(storage.event_log.append("s", [entry(number)]))
        assert positions[-1] == storage.event_log.position("s")
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


async def test_a_log_is_read_in_parts_that_are_complete_writes(storage: Storage):
    log = storage.event_log
    for number in range(100):
        log.append("s", [replace(entry(2 * number), rest=1), entry(2 * number + 1)])
    parts = [*log.parts("s")]
    assert [e for entries, _ in parts for e in entries] == log.read("s")
    assert all(entries[-1].rest == 0 for entries, _ in parts if entries)
    positions = [position for _, position in parts]
    assert positions == sorted(positions)
    assert positions[-1] == log.position("s")
    assert log.tail("s", positions[0])[0] == log.read("s")[len(parts[0][0]) :]
    with pytest.raises(UnknownName):
        log.parts("nobody")


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


class Reader:
    """An embedder that remembers what it has read."""

    id, dimension, in_process = "reader", 2, True

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts += texts
        return [[1.0, 0.0] if "sea" in text else [0.0, 1.0] for text in texts]


async def test_a_document_is_found_by_its_content_and_by_nothing_else_of_it(
    indexed: tuple[BaseStore, Reader],
):
    store, reader = indexed
    await store.aput(("player", "ann"), "one", {"content": "ships at sea", "tags": ["mountain"]})
    await store.aput(("player", "ann"), "two", {"content": "a mountain", "tags": ["sea"]})
    assert reader.texts == ["ships at sea", "a mountain"]
    [found] = await store.asearch(("player", "ann"), query="the sea", limit=1)
    assert found.key == "one"


class Meddler(Reader):
    """Another embedder; while it reads, somebody else changes the store."""

    id = "meddler"

    def __init__(self, store: BaseStore) -> None:
        super().__init__()
        self._store = store

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if "gone" in texts:
            await self._store.adelete(("player", "ann"), "gone")
            await self._store.aput(("player", "ann"), "changed", {"content": "after"}, index=False)
        return await super().embed(texts)


async def test_another_embedder_makes_the_index_anew_and_brings_nothing_back(
    shared: StorageSettings, tmp_path: Path
):
    one = open_storage(shared, tmp_path, KINDS, Reader())
    store = await one.store()
    if getattr(store, "index_config", None) is None:
        pytest.skip("this storage has no vectors")
    for key, content in (("kept", "by the sea"), ("gone", "gone"), ("changed", "before")):
        await store.aput(("player", "ann"), key, {"content": content})
    meddler = Meddler(store)
    other = open_storage(shared, tmp_path, KINDS, meddler)
    again = await other.store()
    assert sorted(meddler.texts) == ["before", "by the sea", "gone"]
    assert {item.key: item.value for item in await again.asearch(("player",))} == {
        "kept": {"content": "by the sea"},
        "changed": {"content": "after"},
    }
    assert [item.key for item in await again.asearch(("player",), query="the sea")] == ["kept"]
    for storage in (one, other):
        await storage.aclose()


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


async def test_who_writes_at_a_position_that_is_past_writes_nothing(workers: tuple[Storage, Storage]):
    one, other = (storage.event_log for storage in workers)
    with pytest.raises(StorageFailed, match="by another process"):
        one.append("s", [entry(1)], 3)
    assert one.sessions() == []
    one.append("s", [entry(1)], 0)
    seen = other.position("s")
    one.append("s", [entry(2)], seen)
    with pytest.raises(StorageFailed, match="by another process meanwhile"):
        other.append("s", [entry(3), entry(4)], seen)
    with pytest.raises(StorageFailed, match="by another process meanwhile"):
        other.append("s", [entry(3)], 0)
    assert [e.event for e in other.read("s")] == [entry(n).event for n in (1, 2)]


async def test_of_many_who_write_at_one_position_one_does(workers: tuple[Storage, Storage]):
    one, other = (storage.event_log for storage in workers)
    one.append("s", [entry(0)])
    at = one.position("s")
    tries = [asyncio.to_thread(log.append, "s", [entry(n)], at) for n in range(1, 6) for log in (one, other)]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert [one for one in done if isinstance(one, int)] == [one.position("s")]
    assert all(isinstance(one, StorageFailed | int) for one in done)
    assert len(one.read("s")) == 2


async def test_a_lock_excludes_other_processes_until_it_is_released(workers: tuple[Storage, Storage]):
    one, other = workers
    async with one.lock("s"):
        with pytest.raises(SessionBusy):
            async with other.lock("s"):
                pytest.fail("two held one lock")
        async with other.lock("t"):
            pass
    async with other.lock("s", wait_s=300):
        pass


async def test_who_gives_up_waiting_leaves_the_lock_to_others(workers: tuple[Storage, Storage]):
    one, other = workers
    async with one.lock("s"):
        waiting = [asyncio.create_task(_hold(storage, "s")) for storage in (one, other, other)]
        await asyncio.sleep(0.01)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    for storage in (other, one):
        async with storage.lock("s", wait_s=300):
            pass


async def _hold(storage: Storage, name: str) -> None:
    async with storage.lock(name, wait_s=300):
        await asyncio.sleep(300)


async def test_counters_are_shared_and_begin_anew(workers: tuple[Storage, Storage]):
    one, other = (storage.counters for storage in workers)
    assert [one.add("a", 2, 1000), other.add("a", 3, 1000), one.add("b", 1, 1000)] == [2, 5, 1]
    assert (other.value("a"), other.value("c")) == (5, 0)
    one.add("short", 9, -1)
    assert other.value("short") == 0
    assert other.add("short", 1, 1000) == 1


async def test_many_counters_are_added_to_and_found_by_their_beginning(workers: tuple[Storage, Storage]):
    one, other = (storage.counters for storage in workers)
    one.add_all({"m_a": 1, "m_b": 2.5, "other": 9}, 1000)
    other.add_all({"m_a": 1}, 1000)
    assert dict(other.matching("m_")) == {"m_a": 2, "m_b": 2.5}
    assert dict(other.matching("m%")) == {}


async def test_start_times_are_reserved_one_after_the_other(workers: tuple[Storage, Storage]):
    one, other = (storage.counters for storage in workers)
    waits = [counters.reserve("pace", 1000) for counters in (one, other, one)]
    assert [round(wait, -3) for wait in waits] == [0, 1000, 2000]


async def test_a_secret_is_made_once(workers: tuple[Storage, Storage]):
    one, other = workers
    assert one.shared_secret("web_secret") == other.shared_secret("web_secret")
    assert len(one.shared_secret("web_secret")) > 40
    assert one.shared_secret("other") != one.shared_secret("web_secret")


async def test_a_closed_storage_leaves_no_task_behind(storage: Storage):
    before = asyncio.all_tasks()
    await (await storage.store()).aget(("a",), "b")
    await storage.aclose()
    assert asyncio.all_tasks() <= before
