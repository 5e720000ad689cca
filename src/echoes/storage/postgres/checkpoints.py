"""LangGraph's PostgreSQL saver, restricted to plain data, with errors from `core.errors`."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from psycopg.rows import DictRow
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from echoes.storage.postgres.connections import Database

_DROP_OLDER = """
WITH newest AS (
    SELECT checkpoint_id, checkpoint FROM checkpoints
    WHERE thread_id = %(thread)s ORDER BY checkpoint_id DESC LIMIT 1
), older AS (
    DELETE FROM checkpoints c USING newest
    WHERE c.thread_id = %(thread)s AND c.checkpoint_id < newest.checkpoint_id
), writes AS (
    DELETE FROM checkpoint_writes w USING newest
    WHERE w.thread_id = %(thread)s AND w.checkpoint_id < newest.checkpoint_id
)
DELETE FROM checkpoint_blobs b USING newest
WHERE b.thread_id = %(thread)s
    AND b.version IS DISTINCT FROM newest.checkpoint -> 'channel_versions' ->> b.channel
"""


class PostgresCheckpointSaver(AsyncPostgresSaver):
    """LangGraph's saver; each statement is a transaction, and the row that refers to others comes last.

    What it writes need not be on disk at once: the log determines it.

    Args:
        pool: the connections.
        database: says what failed.
    """

    def __init__(
        self, pool: "AsyncConnectionPool[psycopg.AsyncConnection[DictRow]]", database: Database
    ) -> None:
        super().__init__(pool, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        self._database = database

    @asynccontextmanager
    async def _cursor(self, *, pipeline: bool = False) -> AsyncGenerator[psycopg.AsyncCursor[Any]]:
        """Yield a cursor; a pipeline costs more than the few statements that it would send at once."""
        assert isinstance(self.conn, AsyncConnectionPool)
        self._database.raise_if_hangs()
        try:
            async with self.conn.connection() as connection, connection.cursor(binary=True) as cursor:
                yield cursor
        except (psycopg.Error, PoolTimeout) as error:
            raise self._database.failure(error) from error

    async def threads(self) -> list[str]:
        """Return the ids of all sessions that have checkpoints."""
        async with self._cursor() as cursor:
            await cursor.execute("SELECT DISTINCT thread_id FROM checkpoints")
            return [str(row["thread_id"]) for row in await cursor.fetchall()]

    async def drop_older(self, thread_id: str) -> None:
        """Remove all checkpoints of a session but the newest."""
        async with self._cursor(pipeline=True) as cursor:
            await cursor.execute(_DROP_OLDER, {"thread": thread_id})
