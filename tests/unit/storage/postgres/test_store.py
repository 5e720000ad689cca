"""What is remembered is on disk before anybody is told; what follows from the log need not be."""

from pathlib import Path

import psycopg
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
