"""Tables are made and brought to this version by whoever may, and used by whoever may do no more than that."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest
from pydantic import SecretStr
from tests.support import KINDS, entry

from echoes.core.errors import StorageFailed
from echoes.storage.backends import Storage, open_storage
from echoes.storage.settings import StorageSettings

if TYPE_CHECKING:
    from tests.postgres_cluster import Cluster

SAID = entry(event="command_result", command="x", text="x")
GUIDE = Path(__file__).parents[4] / "docs" / "storage.md"


def opened(url: str) -> Storage:
    return open_storage(StorageSettings(backend="postgres", url=SecretStr(url)), Path("unused"), KINDS)


@pytest.fixture
async def worker(cluster: "Cluster", database: str) -> AsyncIterator[str]:
    """The address for a user with the rights that the guide lists, and no others."""
    name = database.rpartition("/")[2]
    statements = GUIDE.read_text("utf-8").partition("```sql\n")[2].partition("```")[0]
    with cluster.admin(name) as connection:
        connection.execute(statements.replace("games", name).replace("echoes_worker", f"worker_{name}"))
    yield cluster.url(name, user=f"worker_{name}", password="CHANGE-ME")
    with cluster.admin(name) as connection:
        connection.execute(f"DROP OWNED BY worker_{name}; DROP ROLE worker_{name}")


async def use(storage: Storage) -> None:
    """Everything that a game does with its storage."""
    async with storage.lock("s"):
        storage.event_log.append("s", [SAID], 0)
    store, saver = await storage.store(), await storage.checkpointer()
    await store.aput(("player", "ann"), "profile", {"games": 1})
    await store.adelete(("player", "ann"), "profile")
    await saver.adelete_thread("s")
    storage.counters.add("a", 1, 10)
    storage.shared_secret("web_secret")
    storage.event_log.delete("s")
    await storage.purge()
    await storage.aclose()


async def test_the_rights_that_the_guide_lists_suffice(worker: str):
    await use(opened(worker))


async def test_who_may_not_make_tables_is_told_who_should(cluster: "Cluster", worker: str):
    with cluster.admin(worker.rpartition("/")[2]) as connection:
        connection.execute("DELETE FROM echoes.version")
    with pytest.raises(StorageFailed, match=r"may not make them\. Run `echoes storage upgrade` once"):
        opened(worker).event_log.sessions()


async def test_tables_of_an_older_version_are_brought_to_this_one(cluster: "Cluster", database: str):
    storage = opened(database)
    storage.event_log.append("s", [SAID])
    await storage.aclose()
    with psycopg.connect(database) as connection:
        connection.execute("DELETE FROM echoes.checkpoint_migrations WHERE v > 7")
    assert opened(database).event_log.sessions() == ["s"]
    with psycopg.connect(database) as connection:
        [version] = connection.execute("SELECT max(v) FROM echoes.checkpoint_migrations").fetchone() or [0]
    assert version > 7


async def test_many_workers_make_the_tables_at_once(cluster: "Cluster"):
    workers = [opened(cluster.url(name)) for name in [cluster.make_database("template1")] for _ in range(4)]
    found = await asyncio.gather(*(asyncio.to_thread(one.event_log.sessions) for one in workers))
    assert found == [[]] * 4
    for one in workers:
        await one.aclose()


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_can_not_keep_every_text_is_refused_before_anybody_plays(
    cluster: "Cluster", encoding: str
):
    name = f"games_in_{encoding.lower()}"
    with cluster.admin() as connection:
        connection.execute(f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0")  # pyright: ignore
        with pytest.raises(
            StorageFailed, match=f"'{name}' at 127.* keeps text as {encoding}.*ENCODING 'UTF8'"
        ):
            opened(cluster.url(name)).event_log.append("s", [SAID], 0)
        connection.execute(f"DROP DATABASE {name}")  # pyright: ignore


async def test_text_comes_back_whatever_the_client_is_set_to(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PGCLIENTENCODING", "SQL_ASCII")
    said = entry(event="command_result", command="x", text="雨伞")
    storage = opened(database)
    async with storage.lock("s"):
        storage.event_log.append("s", [said], 0)
    assert storage.event_log.read("s") == [said]
    await storage.aclose()
