"""The tables, their versions, and the steps from one version to the next."""

from contextlib import suppress
from time import monotonic, sleep

from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.store.postgres import PostgresStore
from psycopg import errors

from echoes.core.errors import StorageFailed
from echoes.storage.postgres.address import SCHEMA
from echoes.storage.postgres.connections import AnyConnection

STEPS = (
    """
    CREATE TABLE sessions (
        session_id text PRIMARY KEY,
        position bigint NOT NULL,
        last_write text NOT NULL,
        written timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE TABLE entries (
        session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
        n bigint NOT NULL,
        line text NOT NULL,
        PRIMARY KEY (session_id, n)
    );
    CREATE TABLE counters (
        name text PRIMARY KEY,
        value double precision NOT NULL,
        expires timestamptz NOT NULL
    );
    CREATE TABLE secrets (name text PRIMARY KEY, value text NOT NULL);
    CREATE TABLE embedder (id text NOT NULL, dimension integer NOT NULL);
    """,
)
"""The statements of each version of our own tables; LangGraph's have versions of their own."""

_LOCK = 0x6563686F6573  # "echoes"; an advisory lock that nothing else takes
_LOCK_WAIT_S = 60.0
_LANGGRAPH = (
    ("checkpoint_migrations", len(PostgresSaver.MIGRATIONS)),
    ("store_migrations", len(PostgresStore.MIGRATIONS)),
)


def prepare_schema(connection: AnyConnection, where: str) -> None:
    """Make the tables, or bring them to this version.

    Args:
        connection: in autocommit, as LangGraph's steps need it.
        where: the database by its name.
    Raises:
        StorageFailed: a newer version of echoes made them, the user may not make tables, or the database
            can't keep every text.
        psycopg.Error: the database refused something else.
    """
    if (encoding := connection.info.parameter_status("server_encoding")) != "UTF8":
        raise StorageFailed(
            f"the database {where} keeps text as {encoding}",
            "Make one that keeps it as UTF8: CREATE DATABASE games ENCODING 'UTF8' TEMPLATE template0.",
        )
    if _is_current(connection, where):
        return
    until = monotonic() + _LOCK_WAIT_S
    # Waiting inside a statement would hold up an index that another process builds.
    while not _scalar(connection, "SELECT pg_try_advisory_lock(%s)", _LOCK):
        if monotonic() > until:
            raise StorageFailed(f"the tables in {where} are being made by another process", "Try again.")
        sleep(0.05)
    try:
        if not _is_current(connection, where):
            _migrate(connection)
    except (errors.InsufficientPrivilege, errors.ReadOnlySqlTransaction) as error:
        raise StorageFailed(
            f"the database {where} lacks tables of this version, and this user may not make them",
            "Run `echoes storage upgrade` once with the address of a user who may.",
        ) from error
    finally:
        with suppress(errors.OperationalError):
            connection.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])


def _migrate(connection: AnyConnection) -> None:
    if not _scalar(connection, "SELECT to_regnamespace(%s) IS NOT NULL", SCHEMA):
        connection.execute(f"CREATE SCHEMA {SCHEMA}")
    for number, step in enumerate(STEPS, 1):
        with connection.transaction():
            connection.execute(f"CREATE TABLE IF NOT EXISTS {SCHEMA}.version (version integer PRIMARY KEY)")
            if not _scalar(connection, "SELECT EXISTS (SELECT FROM version WHERE version = %s)", number):
                connection.execute(step)
                connection.execute("INSERT INTO version VALUES (%s)", [number])
    PostgresSaver(connection).setup()  # pyright: ignore[reportArgumentType]
    PostgresStore(connection).setup()  # pyright: ignore[reportArgumentType]


def _is_current(connection: AnyConnection, where: str) -> bool:
    """Return whether all tables are of this version.

    Each is named with its schema: a connection older than the schema may not find it on its path yet.

    Raises:
        StorageFailed: they are of a newer one.
    """
    if not _scalar(connection, "SELECT to_regclass(%s) IS NOT NULL", f"{SCHEMA}.version"):
        return False
    version = _scalar(connection, f"SELECT coalesce(max(version), 0) FROM {SCHEMA}.version")
    if version > len(STEPS):
        raise StorageFailed(
            f"the tables in {where} were made by a newer version of echoes",
            "Update echoes.",
        )
    if version < len(STEPS):
        return False
    for table, count in _LANGGRAPH:
        if not _scalar(connection, "SELECT to_regclass(%s) IS NOT NULL", f"{SCHEMA}.{table}"):
            return False
        if _scalar(connection, f"SELECT coalesce(max(v), -1) FROM {SCHEMA}.{table}") < count - 1:
            return False
    return True


def _scalar(connection: AnyConnection, query: str, *parameters: object) -> int:
    row = connection.execute(query, parameters).fetchone()  # pyright: ignore[reportArgumentType]
    assert row
    return row[0]
