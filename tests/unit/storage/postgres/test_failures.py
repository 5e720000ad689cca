"""What the database refuses is one line with the remedy, and nothing of the password."""

import stat
import subprocess
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


def opened(url: str) -> Storage:
    return open_storage(StorageSettings(backend="postgres", url=SecretStr(url)), Path("unused"), KINDS)


def refused(url: str) -> str:
    """What somebody reads who begins a game."""
    with pytest.raises(StorageFailed) as failed:
        opened(url).event_log.append("s", [SAID])
    said = str(failed.value)
    assert "\n" not in said and "zz" not in said and "sesame" not in said
    return said


def test_addresses_and_users_that_lead_nowhere(cluster: "Cluster", database: str):
    name = database.rpartition("/")[2]
    assert "can't be reached. Start it, or fix" in refused("postgresql://ann:zzpass@127.0.0.1:1/games")
    assert "is not at the address" in refused("postgresql://ann:zzpass@nowhere.invalid/games")
    assert "is not at the address" in refused("postgresql:///games?host=/nowhere&password=zzpass")
    assert "refused the user or the password" in refused(cluster.url(name, password="zzwrong"))
    assert "refused the user or the password" in refused(cluster.url(name, user="zznobody"))
    assert "has no database of that name" in refused(cluster.url("nowhere"))
    assert "offers no TLS connection that can be trusted" in refused(f"{database}?sslmode=require")


def test_tables_that_an_unknown_version_made(database: str):
    with psycopg.connect(database, options="-c search_path=echoes") as connection:
        connection.execute("DELETE FROM version")
    assert "has tables of these names that this version can't take over. Give echoes" in refused(database)


def test_a_certificate_that_nobody_trusts(cluster: "Cluster", database: str, tmp_path: Path):
    made = tmp_path / "other.crt"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ed25519", "-nodes", "-subj", "/CN=other", "-keyout",
         tmp_path / "other.key", "-out", made], check=True, capture_output=True,
    )  # fmt: skip
    said = refused(f"{database}?sslmode=verify-full&sslrootcert={made}")
    assert "offers no TLS connection that can be trusted. Fix sslmode" in said
    made.chmod(stat.S_IRUSR)


def test_a_database_that_may_only_be_read_is_said_to_be_so_and_is_read(database: str):
    opened(database).event_log.append("s", [SAID])
    read_only = f"{database}?options=-cdefault_transaction_read_only%3Don"
    assert "is read-only. Point storage.url at the primary server" in refused(read_only)
    assert len(opened(read_only).event_log.read("s")) == 1


def test_tables_of_a_newer_version_are_left_alone(database: str):
    with psycopg.connect(database) as connection:
        connection.execute("INSERT INTO echoes.version VALUES (1000)")
    assert "made by a newer version of echoes. Update echoes." in refused(database)


def test_no_connection_left(cluster: "Cluster", database: str):
    name = database.rpartition("/")[2]
    with cluster.admin() as connection:
        connection.execute("CREATE ROLE crowd LOGIN PASSWORD 'zzpass' CONNECTION LIMIT 0")
        try:
            said = refused(cluster.url(name, user="crowd", password="zzpass"))
        finally:
            connection.execute("DROP ROLE crowd")
    assert "has no connection left. Raise its max_connections" in said
