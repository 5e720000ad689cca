"""The long-term store: its batches count as a whole, whatever other processes write meanwhile."""

import asyncio
import threading
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import GetOp, Item, PutOp
from tests.support import KINDS

from echoes.storage.backends import open_storage
from echoes.storage.settings import StorageSettings
from echoes.storage.sqlite import long_term_store
from echoes.storage.sqlite.long_term_store import DATABASE_ERRORS, LongTermStore, open_store

WHERE = ("player", "ann")


async def test_who_reads_and_writes_in_one_batch_is_not_refused_because_another_wrote_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "memory.sqlite"
    # Two libraries in one process do not see each other's locks.
    sqlite = import_module(DATABASE_ERRORS[1].__module__.partition(".")[0])
    store, connection = await open_store(path, None)
    await store.aput(WHERE, "profile", {"games": 1})
    read = LongTermStore._batch_get_ops  # pyright: ignore[reportPrivateUsage]

    async def another_writes(self: Any, *args: Any) -> None:
        await read(self, *args)
        other = sqlite.connect(path, timeout=0)
        with pytest.raises(DATABASE_ERRORS, match="locked"):
            other.execute("UPDATE store SET updated_at = CURRENT_TIMESTAMP")
        other.close()

    monkeypatch.setattr(LongTermStore, "_batch_get_ops", another_writes)
    found = await store.abatch([GetOp(WHERE, "profile"), PutOp(WHERE, "described", {"asks": "broadly"})])
    assert isinstance(found[0], Item) and found[0].value == {"games": 1}
    monkeypatch.undo()
    assert {item.key for item in await store.asearch(WHERE)} == {"profile", "described"}
    await connection.close()


async def test_tasks_that_come_at_once_open_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    opened: list[Path] = []

    async def counted(path: Path, embeddings: None) -> Any:
        opened.append(path)
        return await open_store(path, embeddings)

    monkeypatch.setattr(long_term_store, "open_store", counted)
    storage = open_storage(StorageSettings(), tmp_path, KINDS)
    stores = await asyncio.gather(*(storage.store() for _ in range(3)))
    savers = await asyncio.gather(*(storage.checkpointer() for _ in range(3)))
    assert len(opened) == len({*map(id, stores)}) == len({*map(id, savers)}) == 1
    await storage.aclose()


async def test_whoever_is_stopped_while_it_opens_leaves_no_thread_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    begun, goes_on = asyncio.Event(), threading.Event()
    loop, connect = asyncio.get_running_loop(), long_term_store._SQLITE.connect  # pyright: ignore[reportPrivateUsage]

    def slow(*args: Any, **named: Any) -> Any:
        loop.call_soon_threadsafe(begun.set)
        goes_on.wait()
        return connect(*args, **named)

    monkeypatch.setattr(long_term_store._SQLITE, "connect", slow)  # pyright: ignore[reportPrivateUsage]
    opening = asyncio.ensure_future(open_store(tmp_path / "memory.sqlite", None))
    await begun.wait()
    opening.cancel()
    for _ in range(3):
        await asyncio.sleep(0)
    is_waited_for = not opening.done()
    goes_on.set()
    assert is_waited_for
    with pytest.raises(asyncio.CancelledError):
        await opening
