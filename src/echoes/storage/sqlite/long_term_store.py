"""LangGraph's SQLite store for long-term memory, with an index by meaning.

The index needs an SQLite that loads extensions, which some builds of Python lack. `pysqlite3` is used
instead; if that is missing too, the store works without an index.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from importlib import import_module
from json import JSONDecodeError
from pathlib import Path
from typing import Any, cast

import aiosqlite
from langgraph.store.base import IndexConfig, PutOp
from langgraph.store.sqlite.aio import AsyncSqliteStore
from sqlite_vec import serialize_float32

from echoes.core.errors import StorageFailed
from echoes.core.memories import CONTENT
from echoes.core.protocols import EmbeddingClient
from echoes.storage.meaning_index import index_config, vectors_of
from echoes.storage.sqlite.database_files import (
    file_number,
    integrity_query,
    is_corruption,
    private_database,
    raise_if_corrupt,
    set_aside,
    unusable_folder,
    use_wal,
)


def _with_extensions() -> Any:
    """Return an SQLite module that loads extensions, or None."""
    if hasattr(sqlite3.Connection, "enable_load_extension"):
        return sqlite3
    try:
        return import_module("pysqlite3")
    except ImportError:
        return None


_EXTENSIBLE = _with_extensions()
_SQLITE = _EXTENSIBLE or sqlite3

_PUT_VECTOR = f"""
INSERT OR REPLACE INTO store_vectors (prefix, key, field_name, embedding)
SELECT prefix, key, '{CONTENT}', ? FROM store
WHERE prefix = ? AND key = ? AND json_extract(value, '$.{CONTENT}') = ?
"""

_BEGIN: ContextVar[str] = ContextVar("begin", default="BEGIN")
"""The statement that begins a transaction of this task."""

DATABASE_ERRORS = (sqlite3.Error, cast("type[Exception]", _SQLITE.Error))


class LongTermStore(AsyncSqliteStore):
    """The store, with transactions that are rolled back on failure, and errors of one line.

    Args:
        connection: the connection to the database.
        path: the database, for messages.
        index: the configuration of the index by meaning; None for no index.
    """

    def __init__(self, connection: aiosqlite.Connection, path: Path, index: IndexConfig | None) -> None:
        # LangGraph's other stores read `fields`; this one overlooks it, and embeds whole documents.
        own: Any = None if index is None else {**index, "text_fields": index.get("fields")}
        super().__init__(connection, index=own)
        self._path = path

    @asynccontextmanager
    async def _cursor(self, *, transaction: bool = True) -> AsyncGenerator[aiosqlite.Cursor]:
        """Yield a cursor in a transaction that is rolled back on failure; LangGraph's commits even then."""
        if not self.is_setup:
            await self.setup()
        async with self.lock:
            try:
                await self.conn.execute(_BEGIN.get())
                async with self.conn.cursor() as cursor:
                    yield cursor
                await self.conn.execute("COMMIT")
            except BaseException:
                with suppress(*DATABASE_ERRORS):
                    await asyncio.shield(self.conn.rollback())
                raise

    async def abatch(self, ops: Any) -> list[Any]:
        """Run operations in one transaction, as a whole or not at all."""
        ops = [*ops]
        # Whoever reads and then writes is refused at once if another has written in between.
        begin = _BEGIN.set("BEGIN IMMEDIATE" if any(isinstance(op, PutOp) for op in ops) else "BEGIN")
        try:
            return await super().abatch(ops)
        except (ValueError, *DATABASE_ERRORS) as error:
            # LangGraph wraps what a read raises, and a damaged document is no JSON any more.
            broken = isinstance(error.__cause__, DATABASE_ERRORS) or isinstance(error, JSONDecodeError)
            if isinstance(error, ValueError) and not broken:
                raise
            busy = "locked" in str(error)
            remedy = "Close other games, then try again." if busy else "Free space, then try again."
            if is_corruption(error) or isinstance(error, ValueError):
                remedy = "Delete the file: `echoes maintenance` counts all games again."
            raise StorageFailed(f"{self._path.name} can't be used ({error})", remedy) from error
        finally:
            _BEGIN.reset(begin)


async def open_store(
    path: Path, embeddings: EmbeddingClient | None
) -> tuple[LongTermStore, aiosqlite.Connection]:
    """Open the store; a corrupt file is set aside, and the games can be counted again.

    Args:
        path: the database; made if missing.
        embeddings: the embedder of the index by meaning; None for no index.
    Raises:
        StorageFailed: the folder can't be used.
    """
    number = file_number(path)
    try:
        return await _open(path, embeddings)
    except (StorageFailed, *DATABASE_ERRORS) as error:
        if not path.is_file() or not is_corruption(error.__cause__ or error):
            raise (
                error if isinstance(error, StorageFailed) else unusable_folder(path.parent, error)
            ) from error
        set_aside(path, number)
        logging.getLogger(__name__).warning(
            "%s is damaged and was set aside; `echoes maintenance` counts all games again", path.name
        )
        return await _open(path, embeddings)


async def _open(path: Path, embeddings: EmbeddingClient | None) -> tuple[LongTermStore, aiosqlite.Connection]:

    def connect() -> Any:
        connection = _SQLITE.connect(path, timeout=10, check_same_thread=False, isolation_level=None)
        use_wal(connection)
        return connection

    try:
        private_database(path)
    except OSError as error:
        raise unusable_folder(path.parent, error) from error
    connection = aiosqlite.Connection(connect, 64)
    opening = asyncio.ensure_future(connection)
    try:
        await asyncio.shield(opening)
        for pragma in ("synchronous=NORMAL", "foreign_keys=ON", "secure_delete=ON"):
            await connection.execute(f"PRAGMA {pragma}")
        raise_if_corrupt(list(await connection.execute_fetchall(integrity_query(path))), path)
        store = LongTermStore(connection, path, index_config(embeddings) if _EXTENSIBLE else None)
        await _set_up(store, connection)
        if store.index_config is not None and embeddings is not None:
            await _index_with(store, connection, embeddings)
    except BaseException:
        with suppress(Exception):
            await opening  # else its thread answers to a loop that is closed by then
            await connection.close()
        raise
    return store, connection


async def _set_up(store: LongTermStore, connection: aiosqlite.Connection) -> None:
    """Make the tables; if a crash came between a migration and its record, the record is added."""
    for _ in range(len(store.MIGRATIONS)):
        try:
            await store.setup()
            return
        except DATABASE_ERRORS as error:
            if "duplicate column" not in str(error):
                raise
            await connection.execute(
                "INSERT INTO store_migrations (v) SELECT COALESCE(MAX(v), -1) + 1 FROM store_migrations"
            )


async def _index_with(
    store: LongTermStore, connection: aiosqlite.Connection, embeddings: EmbeddingClient
) -> None:
    """Make the index anew if another embedder made it."""
    await connection.execute("CREATE TABLE IF NOT EXISTS store_embedder (id TEXT NOT NULL)")
    rows = list(await connection.execute_fetchall("SELECT id FROM store_embedder"))
    if rows and rows[0][0] == embeddings.id:
        return
    try:
        await connection.execute("DELETE FROM store_embedder")  # whoever opens a half of it begins again
        await connection.execute("DELETE FROM store_vectors")
        async for batch in vectors_of(store, embeddings):
            rows = [(serialize_float32([*one.vector]), one.prefix, one.key, one.content) for one in batch]
            await connection.executemany(_PUT_VECTOR, rows)
    except Exception:  # no embedder answers: the next process tries again
        logging.getLogger(__name__).exception("memories could not be indexed by %s", embeddings.id)
        return
    await connection.execute("DELETE FROM store_embedder")
    await connection.execute("INSERT INTO store_embedder (id) VALUES (?)", (embeddings.id,))
