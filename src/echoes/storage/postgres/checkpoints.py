"""LangGraph's PostgreSQL saver, restricted to plain data, with errors from `core.errors`."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    get_serializable_checkpoint_metadata,
)
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool

from echoes.storage.postgres.connections import Database, Pool

# LangGraph sends a statement for each channel, and another for the checkpoint.
_PUT = """
INSERT INTO checkpoints
    (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint, metadata)
VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT (thread_id, checkpoint_ns, checkpoint_id)
DO UPDATE SET checkpoint = EXCLUDED.checkpoint, metadata = EXCLUDED.metadata
"""
_CHANNELS = """
WITH channels AS (
    INSERT INTO checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob)
    VALUES {} ON CONFLICT DO NOTHING
)
"""
_CHANNEL = "(%s, %s, %s, %s, %s, %s)"
_INLINE = (str, int, float, bool, type(None))
"""Values that LangGraph keeps in the checkpoint's own row."""
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
    """LangGraph's saver, which writes a checkpoint in one statement.

    What it writes need not be on disk at once: the log determines it.

    Args:
        pool: the connections.
        database: says what failed.
    """

    def __init__(self, pool: Pool, database: Database) -> None:
        super().__init__(pool, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        self._database = database

    @asynccontextmanager
    async def _cursor(self, *, pipeline: bool = False) -> AsyncGenerator[psycopg.AsyncCursor[Any]]:
        """Yield a cursor; a pipeline costs more than the few statements that it would send at once."""
        assert isinstance(self.conn, AsyncConnectionPool)
        async with self._database.lent(self.conn) as connection, connection.cursor(binary=True) as cursor:
            yield cursor

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Store a checkpoint."""
        values = checkpoint["channel_values"]
        if not all(isinstance(value, (*_INLINE, list, dict)) for value in values.values()):
            return await super().aput(config, checkpoint, metadata, new_versions)
        where: Mapping[str, Any] = config.get("configurable", {})
        thread, space, number = where["thread_id"], where["checkpoint_ns"], checkpoint["id"]
        inline = {name: value for name, value in values.items() if isinstance(value, _INLINE)}
        changed = {name: new_versions[name] for name in new_versions if name in values and name not in inline}
        rows = self._dump_blobs(thread, space, values, changed)
        channels = _CHANNELS.format(", ".join([_CHANNEL] * len(rows))) if rows else ""
        given = [
            *(value for row in rows for value in row),
            thread, space, number, where.get("checkpoint_id"),
            Jsonb({**checkpoint, "channel_values": inline}),
            Jsonb(get_serializable_checkpoint_metadata(config, metadata)),
        ]  # fmt: skip
        async with self._cursor() as cursor:
            await cursor.execute(f"{channels}{_PUT}".encode(), given)
        return {"configurable": {"thread_id": thread, "checkpoint_ns": space, "checkpoint_id": number}}

    async def threads(self) -> list[str]:
        """Return the ids of all sessions that have checkpoints."""
        async with self._cursor() as cursor:
            await cursor.execute("SELECT DISTINCT thread_id FROM checkpoints")
            return [str(row["thread_id"]) for row in await cursor.fetchall()]

    async def drop_older(self, thread_id: str) -> None:
        """Remove all checkpoints of a session but the newest."""
        async with self._cursor(pipeline=True) as cursor:
            await cursor.execute(_DROP_OLDER, {"thread": thread_id})
