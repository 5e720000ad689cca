"""Care of SQLite files: integrity checks, locks of other processes, and corrupt files set aside."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar

from filelock import FileLock, Timeout

from echoes.core.errors import StorageFailed
from echoes.core.files.writing import close_to_others, private_file, private_folder

_MAX_CHECKED_BYTES = 16 * 2**20
"""Above this size a full check takes longer than a tenth of a second."""
LOCK_TIMEOUT_S = 10.0
"""The longest wait while another process locks a database."""
RETRY_INTERVAL_S = 0.01
_LOCKED_CODES = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
ResultT = TypeVar("ResultT")


_SIDE_FILES = ("-wal", "-shm")


def private_database(path: Path) -> None:
    """Make a database and its folder for nobody but their owner; SQLite gives its side files the same rights.

    Args:
        path: of the database.
    Raises:
        OSError: the folder can't be used.
    """
    private_folder(path.parent)
    private_file(path)
    for end in _SIDE_FILES:
        close_to_others(path.with_name(path.name + end))


def file_number(path: Path) -> int:
    """Return a number that tells a file from another in its place; 0 for no file."""
    try:
        return path.stat().st_ino
    except OSError:
        return 0


def set_aside(path: Path, number: int) -> None:
    """Rename a corrupt database and its side files, replacing those that were set aside before.

    Args:
        path: the database.
        number: its `file_number`; where another process was first and made it anew, nothing happens.
    """
    with suppress(OSError, Timeout):
        folder = private_folder(path.parent / "locks")
        with FileLock(folder / f"{path.name}.lock", timeout=LOCK_TIMEOUT_S, mode=0o600):
            # A new database must not meet the write-ahead log of the old one, so that goes first.
            for part in (*(path.with_name(path.name + end) for end in _SIDE_FILES), path):
                if file_number(path) == number:
                    with suppress(FileNotFoundError):
                        part.replace(part.with_name(part.name + ".damaged"))


def unusable_folder(folder: Path, error: Exception) -> StorageFailed:
    """Return the error for a storage folder that can't be used."""
    return StorageFailed(
        f"the storage folder {folder} can't be used ({getattr(error, 'strerror', None) or error})",
        "Make it writable, or name another with ECHOES__PATHS__GAME_STORAGE.",
    )


def integrity_query(path: Path) -> str:
    """Return the statement that checks a database, as thoroughly as possible without a noticeable wait."""
    small = path.stat().st_size <= _MAX_CHECKED_BYTES
    return "PRAGMA quick_check(1)" if small else "SELECT 'ok' FROM sqlite_schema"


def raise_if_corrupt(rows: Sequence[Any], path: Path) -> None:
    """Raise an error unless a check found the database intact.

    Args:
        rows: the result of `integrity_query`.
        path: the database.
    Raises:
        sqlite3.DatabaseError: the database is malformed.
    """
    if rows and rows[0][0] != "ok":
        raise sqlite3.DatabaseError(f"{path.name} is malformed ({rows[0][0]})")


async def retry_when_locked(action: Callable[..., ResultT], *args: Any) -> ResultT:
    """Run an action on a database, and repeat it while another process locks the database.

    The event loop runs in between.

    Args:
        action: takes effect as a whole or not at all; its connection never waits by itself.
        args: its arguments.
    Returns:
        The result of the action.
    Raises:
        sqlite3.Error: it failed, or the database was locked for too long.
    """
    until = monotonic() + LOCK_TIMEOUT_S
    while True:
        try:
            return action(*args)
        except sqlite3.OperationalError as error:
            if not is_locked(error) or monotonic() > until:
                raise
        await asyncio.sleep(RETRY_INTERVAL_S)


def is_locked(error: BaseException) -> bool:
    """Return whether an error means that another connection locks a database."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _LOCKED_CODES


def use_wal(connection: sqlite3.Connection) -> None:
    """Allow readers and one writer to use a database at once, by a write-ahead log.

    SQLite refuses the change at once while others open the same file, whatever the connection's timeout.

    Raises:
        sqlite3.Error: the database can't be used, or was locked for too long.
    """
    until = monotonic() + LOCK_TIMEOUT_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except Exception as error:  # of another module, where SQLite loads extensions
            if not is_locked(error) or monotonic() > until:
                raise
        sleep(RETRY_INTERVAL_S)


def is_corruption(error: BaseException) -> bool:
    """Return whether an error means that a database is corrupt, and not just locked, full or closed."""
    return any(sign in str(error) for sign in ("malformed", "not a database", "encrypted"))
