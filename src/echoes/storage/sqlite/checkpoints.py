"""LangGraph's SQLite saver, restricted to plain data, with errors from `core.errors`."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite import SqliteSaver

from echoes.core.errors import StorageFailed
from echoes.storage.sqlite.database_files import (
    LOCK_TIMEOUT_S,
    RETRY_INTERVAL_S,
    integrity_query,
    private_database,
    raise_if_corrupt,
    retry_when_locked,
)

ResultT = TypeVar("ResultT")


class CheckpointSaver(SqliteSaver):
    """LangGraph's saver, which reads and writes in the event loop.

    A row takes less time than a switch of threads. While another process holds the database, the loop runs
    on between attempts.

    Args:
        connection: the connection to the database; it never waits by itself.
        path: the database, for messages.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        super().__init__(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        self._path = path

    @contextmanager
    def cursor(self, transaction: bool = True) -> Generator[sqlite3.Cursor]:
        """Yield a cursor in a transaction that is rolled back on failure; LangGraph's commits even then."""
        with self.lock, closing(self.conn.cursor()) as cursor:
            self.setup()
            try:
                yield cursor
                if transaction:
                    self.conn.commit()
            except BaseException:
                self.conn.rollback()
                raise

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the newest checkpoint."""
        return await self._run(self.get_tuple, config)

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """Yield checkpoints, newest first."""
        found = await self._run(lambda: [*self.list(config, filter=filter, before=before, limit=limit)])
        for one in found:
            yield one

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Store a checkpoint."""
        return await self._run(self.put, config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Store the writes of a node."""
        await self._run(self.put_writes, config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        """Remove all checkpoints of a session."""
        await self._run(self.delete_thread, thread_id)

    async def threads(self) -> list[str]:
        """Return the ids of all sessions that have checkpoints."""

        def read() -> list[str]:
            with self.cursor(transaction=False) as cursor:
                return [str(row[0]) for row in cursor.execute("SELECT DISTINCT thread_id FROM checkpoints")]

        return await self._run(read)

    async def drop_older(self, thread_id: str) -> None:
        """Remove all checkpoints of a session but the newest."""

        def drop() -> None:
            with self.cursor() as cursor:
                for table in ("writes", "checkpoints"):
                    cursor.execute(
                        f"DELETE FROM {table} WHERE thread_id = ? AND checkpoint_id < "
                        "(SELECT MAX(checkpoint_id) FROM checkpoints WHERE thread_id = ?)",
                        (thread_id, thread_id),
                    )

        await self._run(drop)

    async def vacuum(self) -> bool:
        """Rewrite the database without deleted data, and truncate its write-ahead log.

        Returns:
            Whether it was done in full; it can't be while another process reads.
        """

        def rewrite() -> None:
            with self.lock:
                self.conn.execute("VACUUM")

        def truncate_log() -> bool:
            with self.lock:
                busy, *_ = self.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                return not busy

        await self._run(rewrite)
        for _ in range(round(LOCK_TIMEOUT_S / RETRY_INTERVAL_S)):
            if await self._run(truncate_log):
                return True
            await asyncio.sleep(RETRY_INTERVAL_S)
        return False

    async def _run(self, action: Callable[..., ResultT], *args: Any) -> ResultT:
        try:
            return await retry_when_locked(action, *args)
        except sqlite3.Error as error:
            raise StorageFailed(
                f"{self._path.name} can't be used ({error})",
                "Free space and send the message again; "
                "a damaged file may be deleted, the log gives it again.",
            ) from error


async def open_checkpoints(path: Path) -> CheckpointSaver:
    """Open the database and check its integrity.

    Args:
        path: the database; made if missing.
    Raises:
        OSError: the folder can't be used.
        sqlite3.Error: the database can't be used, or is corrupt.
    """

    def connect() -> CheckpointSaver:
        connection = sqlite3.connect(path, timeout=0, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            raise_if_corrupt(connection.execute(integrity_query(path)).fetchall(), path)
            saver = CheckpointSaver(connection, path)
            saver.setup()
        except BaseException:
            connection.close()
            raise
        return saver

    private_database(path)
    return await retry_when_locked(connect)
