"""What is remembered is on disk before anybody is told, and its index is made by one process at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import psycopg
import pytest
from langgraph.checkpoint.base import empty_checkpoint
from pydantic import SecretStr
from tests.support import KINDS

from echoes.storage.backends import open_storage
from echoes.storage.settings import StorageSettings

_NOTE = """
CREATE TABLE echoes.noted (name text, value text);
CREATE FUNCTION echoes.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO echoes.noted VALUES (TG_TABLE_NAME, current_setting('synchronous_commit')); RETURN NEW;
END $$;
CREATE TRIGGER note BEFORE INSERT ON echoes.store FOR EACH ROW EXECUTE FUNCTION echoes.note();
CREATE TRIGGER note BEFORE INSERT ON echoes.checkpoints FOR EACH ROW EXECUTE FUNCTION echoes.note();
"""


async def test_memories_are_durable_and_checkpoints_fast(database: str):
    storage = open_storage(
        StorageSettings(backend="postgres", url=SecretStr(database)), Path("unused"), KINDS
    )
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(_NOTE)
        await (await storage.checkpointer()).aput(
            {"configurable": {"thread_id": "s", "checkpoint_ns": ""}}, empty_checkpoint(), {}, {}
        )
        await (await storage.store()).aput(("players", "ada"), "1", {"content": "likes lamps"}, index=False)
        noted = connection.execute("SELECT name, value FROM echoes.noted").fetchall()
    await storage.aclose()
    assert noted == [("checkpoints", "off"), ("store", "on")]


class Embedder:
    """An embedder; while the first text is read, another process opens the same storage."""

    id, dimension, in_process = "new", 2, True

    def __init__(self, meanwhile: Callable[[], Awaitable[object]] | None = None) -> None:
        self._meanwhile = meanwhile

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if self._meanwhile is None:
            raise OSError("no embedder answers")
        meanwhile, self._meanwhile = self._meanwhile, lambda: asyncio.sleep(0)
        await meanwhile()
        return [[1.0, 0.0] for _ in texts]


async def test_an_index_that_one_process_makes_anew_is_left_alone_by_others(database: str):
    found = StorageSettings(backend="postgres", url=SecretStr(database))

    async def another_opens() -> None:
        other = open_storage(found, Path("unused"), KINDS, Embedder())
        await other.store()
        await other.aclose()

    plain = open_storage(found, Path("unused"), KINDS)
    await (await plain.store()).aput(("player", "ada"), "1", {"content": "likes lamps"})
    storage = open_storage(found, Path("unused"), KINDS, Embedder(another_opens))
    store = await storage.store()
    if getattr(store, "index_config", None) is None:
        pytest.skip("this database has no pgvector")
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT id FROM echoes.embedder").fetchall() == [("new",)]
        assert connection.execute("SELECT count(*) FROM echoes.store_vectors").fetchall() == [(1,)]
    for one in (plain, storage):
        await one.aclose()
