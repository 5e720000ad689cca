"""The default back end: JSON lines for the log, SQLite for checkpoints and memory, lock files."""

import asyncio
import logging
import re
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from filelock import AsyncFileLock, Timeout

from echoes.core.errors import SessionBusy, StorageFailed
from echoes.core.files.writing import private_folder
from echoes.core.log.event_kinds import EventKinds
from echoes.core.operation.metrics import METRICS
from echoes.core.operation.tracing import span
from echoes.core.protocols import EmbeddingClient
from echoes.storage.locks import session_busy
from echoes.storage.notices import Notice
from echoes.storage.secret_files import kept_secret
from echoes.storage.settings import StorageSettings
from echoes.storage.sqlite.counters import SqliteCounters
from echoes.storage.sqlite.database_files import file_number, is_corruption, set_aside, unusable_folder
from echoes.storage.sqlite.event_log import JsonlEventLog
from echoes.storage.sqlite.notices import SqliteNotices

if TYPE_CHECKING:
    import aiosqlite
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.store.base import BaseStore

    from echoes.storage.sqlite.checkpoints import CheckpointSaver

_SESSION_OF_LOCK = re.compile(r"(.+-[0-9a-f]{10})(~\w+)?")
"""The name of a session's lock, or of that of one of its seats or of its follow-up work."""


class SqliteStorage:
    """All stores and locks as files below one folder, opened when they are first needed.

    Args:
        settings: the settings of storage.
        folder: `game_storage/`.
        kinds: the kinds of events.
        embeddings: the embedder of the store's index; None for no index.
    """

    def __init__(
        self,
        settings: StorageSettings,
        folder: Path,
        kinds: EventKinds,
        embeddings: EmbeddingClient | None = None,
    ) -> None:
        self._settings = settings
        self._folder = folder
        self._embeddings = embeddings
        self._stack = AsyncExitStack()
        self._opening = asyncio.Lock()
        self._queues: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._saver: CheckpointSaver | None = None
        self._store: BaseStore | None = None
        self._memory: aiosqlite.Connection | None = None
        self.event_log = JsonlEventLog(folder / "events", kinds)
        self.counters = SqliteCounters(folder / "counters.sqlite")
        self._notices = SqliteNotices(folder / "notices.sqlite")

    async def checkpointer(self) -> "BaseCheckpointSaver[str]":
        """Return LangGraph's SQLite saver, restricted to plain data."""
        return await self._checkpoints()

    async def _checkpoints(self) -> "CheckpointSaver":
        async with self._opening:
            if self._saver is None:
                self._saver = await self._opened_checkpoints()
                self._stack.callback(self._saver.conn.close)
            return self._saver

    async def _opened_checkpoints(self) -> "CheckpointSaver":
        """Open the checkpoints; a corrupt file is set aside, since the log determines them."""
        from echoes.storage.sqlite.checkpoints import open_checkpoints

        path = self._folder / "checkpoints.sqlite"
        number = file_number(path)
        try:
            try:
                return await open_checkpoints(path)
            except sqlite3.DatabaseError as error:
                if not is_corruption(error):
                    raise
                set_aside(path, number)
                logging.getLogger(__name__).warning("%s is damaged and was set aside", path.name)
                return await open_checkpoints(path)
        except (OSError, sqlite3.Error) as error:
            raise unusable_folder(self._folder, error) from error

    async def threads(self) -> list[str]:
        """Return the ids of all sessions that have checkpoints."""
        return await (await self._checkpoints()).threads()

    async def prune(self, session_id: str) -> None:
        """Remove all checkpoints of a session but the newest, so that none pile up."""
        if self._saver:
            with suppress(StorageFailed):  # what is left over is pruned the next time
                await self._saver.drop_older(session_id)

    async def store(self) -> "BaseStore":
        """Return LangGraph's async SQLite store, with an index by meaning if SQLite has extensions."""
        async with self._opening:
            if self._store is None:
                from echoes.storage.batches import end_batches
                from echoes.storage.sqlite.long_term_store import open_store

                try:
                    async with self.lock("opening"):  # LangGraph makes the tables step by step
                        store, self._memory = await open_store(
                            self._folder / "memory.sqlite", self._embeddings
                        )
                except SessionBusy as error:
                    raise StorageFailed(
                        "memory.sqlite is being opened by another process", "Try again in a moment."
                    ) from error
                self._stack.push_async_callback(self._memory.close)
                self._stack.push_async_callback(end_batches, store)
                self._store = store
            return self._store

    def shared_secret(self, name: str, first: str | None = None) -> str:
        """Return a secret that a file of the folder keeps."""
        return kept_secret(self._folder / name, first)

    def publish(self, message: str) -> None:
        """Tell all processes on this folder that listen; it may be lost."""
        self._notices.publish(message)

    def notices(self) -> AsyncGenerator[Notice]:
        """Yield messages of all processes, and again and again an empty notice, to look at the logs."""
        return self._notices.listen()

    async def purge(self) -> None:
        """Rewrite the databases without deleted data; remove files set aside, and unused lock files."""
        from echoes.storage.sqlite.long_term_store import DATABASE_ERRORS

        saver = await self._checkpoints()
        await self.store()
        assert self._memory
        try:
            await self._memory.execute("VACUUM")
            rows = list(await self._memory.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)"))
            self._notices.purge()
        except DATABASE_ERRORS as error:
            raise unusable_folder(self._folder, error) from error
        if not await saver.vacuum() or (rows and rows[0][0]):
            raise StorageFailed(
                "another process is reading, so deleted data could not be cleared yet",
                "Close the other games, then run it again.",
            )
        for path in self._folder.glob("*.damaged"):
            path.unlink(missing_ok=True)
        self.event_log.drop_torn()
        await self._drop_locks()

    async def _drop_locks(self) -> None:
        """Remove the lock files of sessions that are gone; each is held meanwhile, so nobody else can be."""
        for path in (self._folder / "locks").glob("*.lock"):
            session = _SESSION_OF_LOCK.fullmatch(path.stem)
            if session is None or self.event_log.position(session[1]):
                continue
            with suppress(SessionBusy, OSError):  # a session of that name never comes back
                async with self.lock(path.stem, wait_s=0):
                    if not self.event_log.position(session[1]):
                        path.unlink(missing_ok=True)

    @asynccontextmanager
    async def lock(self, name: str, wait_s: float | None = None) -> AsyncGenerator[None]:
        """Hold a lock between tasks and processes; tasks of one process get it in order.

        Raises:
            SessionBusy: it was not free within `lock_wait_s`.
        """
        wait = self._settings.lock_wait_s if wait_s is None else wait_s
        started = perf_counter()
        queue = self._queues.get(name) or self._queues.setdefault(name, asyncio.Lock())
        try:
            async with asyncio.timeout(wait):
                await queue.acquire()
        except TimeoutError:
            raise session_busy() from None
        try:
            with span("lock"):
                held = await self._file_lock(name, wait)
            METRICS.observe("echoes_lock_seconds", perf_counter() - started)
            try:
                yield
            finally:
                await held.release()
        finally:
            queue.release()

    async def _file_lock(self, name: str, wait_s: float) -> AsyncFileLock:
        folder = self._folder / "locks"
        try:
            private_folder(folder)
            # A lock object of its own each time, since filelock counts re-entry per object. The attempt
            # itself never waits, so it needs no thread; between attempts the loop goes on.
            held = AsyncFileLock(
                folder / f"{name}.lock",
                timeout=wait_s,
                mode=0o600,
                poll_interval=0.02,
                run_in_executor=False,
            )
            await held.acquire()
        except Timeout:
            raise session_busy() from None
        except OSError as error:
            raise unusable_folder(self._folder, error) from error
        return held

    async def aclose(self) -> None:
        """Close the databases."""
        await self._stack.aclose()
        self.counters.close()
        self._notices.close()
        self._saver = self._store = self._memory = None
