"""LangGraph's async SQLite saver, with plain data only and errors of ours."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiosqlite
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from echoes.core.errors import StorageFailed


class CheckpointSaver(AsyncSqliteSaver):
    """Says in one line what SQLite would raise.

    Args:
        connection: to the database.
        path: of the database, for messages.
    """

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        super().__init__(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        self._path = path

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """The newest checkpoint."""
        try:
            return await super().aget_tuple(config)
        except sqlite3.Error as error:
            raise self._failed(error) from error

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a checkpoint."""
        try:
            return await super().aput(config, checkpoint, metadata, new_versions)
        except sqlite3.Error as error:
            raise await self._rolled_back(error) from error

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep what a node wrote."""
        try:
            await super().aput_writes(config, writes, task_id, task_path)
        except sqlite3.Error as error:
            raise await self._rolled_back(error) from error

    async def adelete_thread(self, thread_id: str) -> None:
        """Remove all of one session."""
        try:
            await super().adelete_thread(thread_id)
        except sqlite3.Error as error:
            raise await self._rolled_back(error) from error

    async def _rolled_back(self, error: sqlite3.Error) -> StorageFailed:
        """Let go of the database; a transaction that stays open would shut others out."""
        with suppress(sqlite3.Error):
            await self.conn.rollback()
        return self._failed(error)

    def _failed(self, error: sqlite3.Error) -> StorageFailed:
        return StorageFailed(
            f"{self._path.name} can't be used ({error})",
            "Free space and send the message again; a damaged file may be deleted, the log gives it again.",
        )
