"""Counters in a small SQLite file, shared by the processes of one machine."""

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from time import time
from typing import Any

from echoes.storage.sqlite.database_files import (
    file_number,
    is_corruption,
    private_database,
    set_aside,
    unusable_folder,
    use_wal,
)

_LOCKED_S = 5.0
_TABLE = (
    "CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, value REAL NOT NULL, expires REAL NOT NULL)"
)
_CHANGE = """
INSERT INTO counters AS c VALUES (:name, :amount, :now + :period) ON CONFLICT (name) DO UPDATE SET
    value = CASE WHEN c.expires < :now THEN 0 ELSE c.value END + excluded.value,
    expires = CASE WHEN c.expires < :now THEN excluded.expires ELSE c.expires END
"""
_ADD = f"{_CHANGE} RETURNING value"
_VALUE = "SELECT value FROM counters WHERE name = :name AND expires >= :now"
_RESERVE = """
INSERT INTO counters AS c VALUES (:name, :now + :step, :now + 86400) ON CONFLICT (name) DO UPDATE SET
    value = max(c.value, :now) + :step, expires = excluded.expires
RETURNING value - :step - :now
"""
_MATCHING = "SELECT name, value FROM counters WHERE substr(name, 1, :length) = :prefix AND expires >= :now"
_FORGET_EVERY = 1000
_FORGET = "DELETE FROM counters WHERE expires < :now"


class SqliteCounters:
    """The counters of a storage folder; nothing waits for the disk, since a crash may cost a count.

    Args:
        path: the database; a damaged one is set aside.
        clock: returns the time in seconds.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time) -> None:
        self._path, self._clock, self._lock = path, clock, Lock()
        self._connection: sqlite3.Connection | None = None
        self._calls = self._file_number = 0

    def add(self, name: str, amount: float, period_s: float) -> float:
        """Add to a counter, which begins anew when its period is over, and return its value.

        Raises:
            StorageFailed: it can't be counted.
        """
        self._calls += 1
        if self._calls % _FORGET_EVERY == 0:
            self._number(_FORGET)
        return self._number(_ADD, name=name, amount=amount, period=period_s)

    def add_all(self, amounts: Mapping[str, float], period_s: float) -> None:
        """Add to many counters, in one transaction.

        Raises:
            StorageFailed: nothing was counted.
        """
        shared = {"period": period_s, "now": self._clock()}
        given = [{"name": name, "amount": amount, **shared} for name, amount in amounts.items()]
        self._run(lambda connection: connection.executemany(_CHANGE, given).fetchall())

    def matching(self, prefix: str) -> Mapping[str, float]:
        """Return the values of all counters whose names begin so, or raise StorageFailed."""
        given = {"length": len(prefix), "prefix": prefix, "now": self._clock()}
        return dict(self._run(lambda connection: connection.execute(_MATCHING, given).fetchall()))

    def value(self, name: str) -> float:
        """Return the value of a counter, 0 if its period is over, or raise StorageFailed."""
        return self._number(_VALUE, name=name)

    def reserve(self, name: str, step_s: float) -> float:
        """Reserve the next of start times at equal steps, and return the seconds until then.

        Raises:
            StorageFailed: none can be reserved.
        """
        return max(0.0, self._number(_RESERVE, name=name, step=step_s))

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _number(self, query: str, **values: object) -> float:
        given = {**values, "now": self._clock()}
        rows = self._run(lambda connection: connection.execute(query, given).fetchall())
        return float(rows[0][0]) if rows else 0.0

    def _run(self, action: Callable[[sqlite3.Connection], list[Any]]) -> list[Any]:
        """Do something in a transaction."""
        with self._lock:
            try:
                try:
                    return self._tried(action)
                except sqlite3.Error as error:
                    if not is_corruption(error):
                        raise
                    set_aside(self._path, self._file_number)
                    return self._tried(action)
            except (OSError, sqlite3.Error) as error:
                raise unusable_folder(self._path.parent, error) from error

    def _tried(self, action: Callable[[sqlite3.Connection], list[Any]]) -> list[Any]:
        try:
            with self._connection or self._open() as connection:
                return action(connection)
        except (OSError, sqlite3.Error):
            self.close()
            raise

    def _open(self) -> sqlite3.Connection:
        private_database(self._path)
        self._file_number = file_number(self._path)
        found = sqlite3.connect(self._path, timeout=_LOCKED_S, check_same_thread=False)
        use_wal(found)
        found.execute("PRAGMA synchronous=OFF")
        found.execute(_TABLE)
        found.execute(_FORGET, {"now": self._clock()})
        found.commit()
        self._connection = found
        return found
