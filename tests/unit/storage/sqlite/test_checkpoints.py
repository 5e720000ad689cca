"""Checkpoints: kept per session, the older ones dropped, nothing but plain data, and a failure rolled back."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.base import empty_checkpoint

from echoes.core.errors import StorageFailed
from echoes.storage.sqlite.checkpoints import CheckpointSaver, open_checkpoints


@pytest.fixture
async def saver(tmp_path: Path) -> AsyncIterator[CheckpointSaver]:
    opened = await open_checkpoints(tmp_path / "checkpoints.sqlite")
    yield opened
    opened.conn.close()


def config(session: str) -> Any:
    return {"configurable": {"thread_id": session, "checkpoint_ns": ""}}


async def put(saver: CheckpointSaver, session: str, number: int) -> None:
    checkpoint = {**empty_checkpoint(), "id": f"{number:04}", "channel_values": {"n": number}}
    await saver.aput(config(session), checkpoint, {}, {})  # type: ignore[arg-type]


async def newest(saver: CheckpointSaver, session: str) -> int | None:
    found = await saver.aget_tuple(config(session))
    return found.checkpoint["channel_values"]["n"] if found else None


async def test_the_newest_checkpoint_of_a_session_is_found(saver: CheckpointSaver):
    for number in (1, 2):
        await put(saver, "a", number)
    await put(saver, "b", 7)
    assert (await newest(saver, "a"), await newest(saver, "b"), await newest(saver, "c")) == (2, 7, None)
    assert sorted(await saver.threads()) == ["a", "b"]


async def test_older_checkpoints_are_dropped_and_those_of_others_stay(saver: CheckpointSaver):
    for number in (1, 2, 3):
        await put(saver, "a", number)
        await put(saver, "b", number)
    await saver.drop_older("a")
    kept = [one.config["configurable"]["thread_id"] async for one in saver.alist(None)]
    assert sorted(kept) == ["a", "b", "b", "b"]
    assert await newest(saver, "a") == 3


async def test_a_session_that_is_deleted_has_no_checkpoint(saver: CheckpointSaver):
    await put(saver, "a", 1)
    await saver.adelete_thread("a")
    assert await saver.threads() == []


async def test_a_write_that_fails_half_way_leaves_nothing(saver: CheckpointSaver):
    await put(saver, "a", 1)
    with pytest.raises(RuntimeError), saver.cursor() as cursor:
        cursor.execute("DELETE FROM checkpoints")
        raise RuntimeError("in the middle")
    assert await newest(saver, "a") == 1


async def test_what_cannot_be_read_is_a_failure_of_the_storage_with_a_remedy(saver: CheckpointSaver):
    saver.conn.execute("DROP TABLE checkpoints")
    with pytest.raises(StorageFailed, match=r"checkpoints\.sqlite can't be used"):
        await saver.threads()


async def test_deleted_data_is_cleared_from_the_file(saver: CheckpointSaver, tmp_path: Path):
    checkpoint = {**empty_checkpoint(), "id": "1", "channel_values": {"n": "zzsecret" * 50}}
    await saver.aput(config("a"), checkpoint, {}, {})  # type: ignore[arg-type]
    await saver.adelete_thread("a")
    assert await saver.vacuum()
    assert not any(b"zzsecret" in path.read_bytes() for path in tmp_path.iterdir())


async def test_a_file_that_is_no_database_is_not_opened(tmp_path: Path):
    path = tmp_path / "checkpoints.sqlite"
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        await open_checkpoints(path)
