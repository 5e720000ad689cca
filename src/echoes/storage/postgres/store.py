"""LangGraph's PostgreSQL store for long-term memory, with an index by meaning where pgvector is installed."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from langgraph.store.postgres import PostgresStore
from langgraph.store.postgres.aio import AsyncPostgresStore
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

from echoes.core.errors import ModelFailed
from echoes.core.memories import CONTENT
from echoes.core.protocols import EmbeddingClient
from echoes.core.vectors import embed
from echoes.storage.meaning_index import index_config, vectors_of
from echoes.storage.postgres.connections import DURABLE, AnyConnection, Database, Pool

_HAS_EXTENSION = "SELECT to_regtype('vector') IS NOT NULL"
_DIMENSION = """
SELECT atttypmod FROM pg_attribute WHERE attrelid = to_regclass('store_vectors') AND attname = 'embedding'
"""
_PUT_VECTOR = f"""
INSERT INTO store_vectors (prefix, key, field_name, embedding)
SELECT prefix, key, '{CONTENT}', %s::float4[]::vector FROM store
WHERE prefix = %s AND key = %s AND value ->> '{CONTENT}' = %s
ON CONFLICT (prefix, key, field_name)
DO UPDATE SET embedding = EXCLUDED.embedding, updated_at = CURRENT_TIMESTAMP
"""
_NO_EMBEDDER = "DELETE FROM embedder"
_EMBEDDER = "SELECT id FROM embedder"
_ALONE = "SELECT pg_try_advisory_lock(hashtext('echoes: the index by meaning is made anew'))"
_EXACT: Any = {"ann_index_config": {"kind": "flat"}, "distance_type": "cosine"}
"""A player's memories are few: all are compared, and none is missed."""
_LOG = logging.getLogger(__name__)


class PooledStore(AsyncPostgresStore):
    """LangGraph's store; a batch is a durable transaction, and errors are of one line.

    Args:
        pool: the connections.
        database: says what failed.
        index: the configuration of the index by meaning; None for no index.
    """

    def __init__(self, pool: Pool, database: Database, index: Any) -> None:
        super().__init__(pool, index=index)
        self._database = database

    @asynccontextmanager
    async def _cursor(self, *, pipeline: bool = False) -> AsyncGenerator[psycopg.AsyncCursor[Any]]:
        """Yield a cursor, in a transaction if it is for a batch."""
        assert isinstance(self.conn, AsyncConnectionPool)
        async with self._database.lent(self.conn) as connection:
            if not pipeline:
                async with connection.cursor(binary=True) as cursor:
                    yield cursor
                return
            async with connection.transaction(), connection.cursor(binary=True) as cursor:
                await cursor.execute(DURABLE)
                yield cursor


async def open_pooled_store(
    pool: Pool, database: Database, embeddings: EmbeddingClient | None
) -> PooledStore:
    """Open the store, with an index by meaning if the database has pgvector.

    Args:
        pool: the connections.
        database: the same database, for what is done once.
        embeddings: the embedder of the index; None for no index.
    Raises:
        StorageFailed: the database can't be used.
    """
    if embeddings is None or not await _knows_dimension(embeddings, database):
        return PooledStore(pool, database, None)
    index: Any = index_config(embeddings)
    if not _make_index(database, index):
        return PooledStore(pool, database, None)
    store = PooledStore(pool, database, {**index, **_EXACT})
    await _index_with(store, database, embeddings)
    return store


async def _knows_dimension(embeddings: EmbeddingClient, database: Database) -> bool:
    """Return whether the length of vectors is known, which a server tells with its first one."""
    try:
        return bool(embeddings.dimension or len(await embed(embeddings, ["?"])))
    except ModelFailed as error:
        _LOG.warning("memories are not indexed by meaning: %s", error)
        database.run(lambda connection: connection.execute(_NO_EMBEDDER))  # the next process indexes them
        return False


def _make_index(database: Database, index: Any) -> bool:
    """Make the table of vectors, unless it is there; tell whether there is one to use."""

    def make(connection: AnyConnection) -> bool:
        row = connection.execute(_HAS_EXTENSION).fetchone()
        if not row or not row[0]:
            return False
        made = connection.execute(_DIMENSION).fetchone()
        if made and made[0] == index["dims"]:
            return True
        connection.execute("DROP TABLE IF EXISTS store_vectors")
        connection.execute("DROP TABLE IF EXISTS vector_migrations")
        connection.execute(_NO_EMBEDDER)
        connection.row_factory = dict_row  # pyright: ignore[reportAttributeAccessIssue]
        PostgresStore(connection, index={**index, **_EXACT}).setup()  # pyright: ignore[reportArgumentType]
        return True

    with database.connect() as connection:
        try:
            return make(connection)
        except psycopg.errors.InsufficientPrivilege:
            _LOG.warning(
                "memories are not indexed by meaning: this user of the database %s may not make the table; "
                "`echoes storage upgrade` as its owner makes it",
                database.where,
            )
            return False
        except psycopg.Error as error:
            raise database.failure(error) from None


async def _index_with(store: PooledStore, database: Database, embeddings: EmbeddingClient) -> None:
    """Make the index anew if another embedder made it, and nobody else is about it."""
    found = database.run(lambda connection: connection.execute(_EMBEDDER).fetchone())
    if found and found[0] == embeddings.id:
        return
    with database.connect(is_limited=False) as connection:  # its end releases the lock
        try:
            alone = connection.execute(_ALONE).fetchone()
            if not (alone and alone[0]) or connection.execute(_EMBEDDER).fetchone() not in (None, found):
                return
            connection.execute(_NO_EMBEDDER)  # whoever opens a half of it begins again
            connection.execute("DELETE FROM store_vectors")
            async for batch in vectors_of(store, embeddings):
                rows = [([*one.vector], one.prefix, one.key, one.content) for one in batch]
                with connection.cursor() as cursor:
                    await asyncio.to_thread(cursor.executemany, _PUT_VECTOR, rows)
            made = [embeddings.id, embeddings.dimension]
            connection.execute("INSERT INTO embedder VALUES (%s, %s)", made)
        except Exception:  # noqa: BLE001 - no embedder answers: the next process tries again
            _LOG.exception("memories could not be indexed by %s", embeddings.id)
