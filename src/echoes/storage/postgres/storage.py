"""The back end over one PostgreSQL database, for any number of processes."""

import asyncio
import secrets
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import psycopg

from echoes.core.errors import StorageFailed
from echoes.core.log.event_kinds import EventKinds
from echoes.core.operation.metrics import METRICS
from echoes.core.operation.tracing import span
from echoes.core.protocols import EmbeddingClient
from echoes.storage.locks import session_busy
from echoes.storage.notices import Notice
from echoes.storage.postgres.connections import AnyConnection, Database, Pool
from echoes.storage.postgres.counters import PostgresCounters
from echoes.storage.postgres.event_log import PostgresEventLog
from echoes.storage.postgres.locks import AdvisoryLocks
from echoes.storage.postgres.notices import PostgresNotices
from echoes.storage.postgres.schema import prepare_schema
from echoes.storage.settings import StorageSettings

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.store.base import BaseStore

    from echoes.storage.postgres.checkpoints import PostgresCheckpointSaver

_TABLES = ("sessions", "entries", "checkpoints", "checkpoint_blobs", "checkpoint_writes", "store")


class PostgresStorage:
    """All stores and locks in one database, opened when they are first needed.

    Args:
        settings: the address, and the limits of time and connections.
        folder: not used.
        kinds: the kinds of events.
        embeddings: the embedder of the store's index; None for no index.
    Raises:
        BadSetting: the address is missing or can't be read.
    """

    def __init__(
        self,
        settings: StorageSettings,
        folder: Path,
        kinds: EventKinds,
        embeddings: EmbeddingClient | None = None,
    ) -> None:
        self._settings, self._embeddings = settings, embeddings
        self._database = Database(settings, prepare_schema)
        self._stack = AsyncExitStack()
        self._queues: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._opening = asyncio.Lock()
        self._pool: Pool | None = None
        self._saver: PostgresCheckpointSaver | None = None
        self._store: BaseStore | None = None
        self._locks: AdvisoryLocks | None = None
        self.event_log = PostgresEventLog(self._database, kinds)
        self.counters = PostgresCounters(self._database)
        self._notices = PostgresNotices(self._database.connect_async)

    async def checkpointer(self) -> "BaseCheckpointSaver[str]":
        """Return LangGraph's PostgreSQL saver, restricted to plain data."""
        return await self._checkpoints()

    async def _checkpoints(self) -> "PostgresCheckpointSaver":
        if self._saver is None:
            from echoes.storage.postgres.checkpoints import PostgresCheckpointSaver

            pool = await self._connections()
            self._saver = self._saver or PostgresCheckpointSaver(pool, self._database)
        return self._saver

    async def _connections(self) -> "Pool":
        async with self._opening:
            if self._pool is None:
                self._database.open()
                self._pool = await self._database.async_pool()
                self._stack.push_async_callback(self._pool.close)
            return self._pool

    async def threads(self) -> list[str]:
        """Return the ids of all sessions that have checkpoints."""
        return await (await self._checkpoints()).threads()

    async def prune(self, session_id: str) -> None:
        """Remove all checkpoints of a session but the newest, so that none pile up."""
        if self._saver:
            with suppress(StorageFailed):  # what is left over is pruned the next time
                await self._saver.drop_older(session_id)

    async def store(self) -> "BaseStore":
        """Return LangGraph's store, with an index by meaning if the database has pgvector."""
        if self._store is None:
            from echoes.storage.batches import end_batches
            from echoes.storage.postgres.store import open_pooled_store

            pool = await self._connections()
            store = await open_pooled_store(pool, self._database, self._embeddings)
            self._stack.push_async_callback(end_batches, store)
            self._store = self._store or store  # another task may have been first
        return self._store

    def shared_secret(self, name: str, first: str | None = None) -> str:
        """Return a secret that the database keeps, for whoever may read its tables."""
        made = "INSERT INTO secrets VALUES (%s, %s) ON CONFLICT DO NOTHING"
        drawn, kept = first or secrets.token_urlsafe(48), "SELECT value FROM secrets WHERE name = %s"

        def keep(connection: AnyConnection) -> str:
            row = connection.execute(kept, [name]).fetchone()
            if row is None:
                connection.execute(made, [name, drawn])
                row = connection.execute(kept, [name]).fetchone()
            assert row
            return str(row[0])

        return self._database.run(keep)

    def publish(self, message: str) -> None:
        """Tell all processes on this database that listen; it may be lost."""
        self._notices.publish(message)

    def notices(self) -> AsyncGenerator[Notice]:
        """Yield what all processes do; an empty notice where some may have been missed."""
        return self._notices.listen()

    async def purge(self) -> None:
        """Make the database reuse the space of deleted rows; only the owner of a table can."""
        await asyncio.to_thread(self._vacuum)

    def _vacuum(self) -> None:
        with self._database.connect(is_limited=False) as connection:
            try:
                connection.execute(f"VACUUM {', '.join(_TABLES)}")
                found = connection.execute("SELECT to_regclass('store_vectors')").fetchone()
                if found and found[0]:  # only where there is pgvector
                    connection.execute("VACUUM store_vectors")
            except psycopg.Error as error:
                raise self._database.failure(error) from None

    @asynccontextmanager
    async def lock(self, name: str, wait_s: float | None = None) -> AsyncGenerator[None]:
        """Hold a lock between tasks and processes; tasks of one process get it in order.

        Raises:
            SessionBusy: it was not free within `lock_wait_s`.
            StorageFailed: the database is out of reach.
        """
        self._database.raise_if_hangs()
        wait = self._settings.lock_wait_s if wait_s is None else wait_s
        started = perf_counter()
        queue = self._queues.get(name) or self._queues.setdefault(name, asyncio.Lock())
        try:
            async with asyncio.timeout(wait):
                await queue.acquire()
        except TimeoutError:
            raise session_busy() from None
        try:
            self._database.raise_if_hangs()  # whoever was first may have waited for it
            if self._locks is None:
                await asyncio.to_thread(self._database.open)  # positions are read from its tables
                self._locks = self._locks or AdvisoryLocks(
                    self._database.connect_async, self._database.answer_s
                )
            try:
                with span("lock"):
                    held = await self._locks.acquire(name, wait)
            except psycopg.Error as error:
                raise self._database.failure(error) from None
            if held is None:
                raise session_busy()
            METRICS.observe("echoes_lock_seconds", perf_counter() - started)
            try:
                with self.event_log.held_at(name, held.position):
                    yield
            finally:
                self._locks.release(held.key)
        finally:
            queue.release()

    async def aclose(self) -> None:
        """Close all connections."""
        if self._locks:
            await self._locks.aclose()
        await self._notices.aclose()
        await self._stack.aclose()
        await asyncio.to_thread(self._database.close)
        self._pool = self._saver = self._store = self._locks = None
