"""Notices in a small SQLite file, which the processes of one machine look for again and again."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import closing
from pathlib import Path
from time import time

from echoes.storage.notices import POLL_S, Notice
from echoes.storage.sqlite.database_files import (
    file_number,
    is_corruption,
    private_database,
    set_aside,
    use_wal,
)

_KEPT_S = 60.0
_TABLE = "CREATE TABLE IF NOT EXISTS notices (id INTEGER PRIMARY KEY AUTOINCREMENT, sent REAL, text TEXT)"


class SqliteNotices:
    """The notices of a storage folder, which its processes look for again and again.

    Args:
        path: the database; what is in it is worth nothing after a minute.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._file_number = path, 0
        self._connection: sqlite3.Connection | None = None

    def publish(self, message: str) -> None:
        """Tell all processes that listen; it may be lost."""
        try:
            with self._open() as connection:
                connection.execute("INSERT INTO notices (sent, text) VALUES (?, ?)", (time(), message))
                connection.execute("DELETE FROM notices WHERE sent < ?", (time() - _KEPT_S,))
        except (OSError, sqlite3.Error) as error:  # whoever needs it asks again, and the log has what counts
            self._recover(error)

    def purge(self) -> None:
        """Clear all that was told from the file.

        Raises:
            OSError, sqlite3.Error: it can't be cleared.
        """
        with self._open() as connection:
            connection.execute("DELETE FROM notices")
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    async def listen(self) -> AsyncGenerator[Notice]:
        """Yield what is published from now on, and an empty notice at each look, since logs tell nobody."""
        last = self._newest() or 0
        while True:
            newest = self._newest()
            if newest is not None and newest < last:
                last = 0  # a new file counts from the beginning
            found = self._read("SELECT id, text FROM notices WHERE id > ? ORDER BY id", (last,))
            for number, text in found:
                last = number
                yield Notice(message=text)
            yield Notice()
            await asyncio.sleep(POLL_S)

    def _newest(self) -> int | None:
        """Return the number of the newest; None where it can't be read now."""
        found = self._read("SELECT coalesce(max(id), 0), '' FROM notices", ())
        return found[0][0] if found else None

    def _read(self, query: str, values: tuple[int, ...]) -> list[tuple[int, str]]:
        try:
            with closing(self._open().execute(query, values)) as found:
                return found.fetchall()
        except (OSError, sqlite3.Error) as error:
            self._recover(error)
            return []

    def _recover(self, error: Exception) -> None:
        self.close()
        if is_corruption(error):
            set_aside(self._path, self._file_number)

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            private_database(self._path)
            self._file_number = file_number(self._path)
            found = sqlite3.connect(self._path, timeout=1, check_same_thread=False)
            self._connection = found
            use_wal(found)
            found.execute("PRAGMA synchronous=OFF")
            found.execute(_TABLE)
        return self._connection

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
