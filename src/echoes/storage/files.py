"""What the files of a storage folder can suffer."""

import sqlite3
from contextlib import suppress
from pathlib import Path

import aiosqlite

from echoes.core.errors import StorageFailed

_QUICK = 16 * 2**20
"""Bytes; beyond it a whole look takes longer than a tenth of a second."""


def set_aside(path: Path) -> None:
    """Rename a damaged database and what belongs to it."""
    for part in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with suppress(OSError):
            part.rename(part.with_name(part.name + ".damaged"))


def unusable(folder: Path, error: Exception) -> StorageFailed:
    """The error that says that a folder can't be used."""
    return StorageFailed(
        f"the storage folder {folder} can't be used ({error})",
        "Make it writable, or name another with ECHOES__PATHS__GAME_STORAGE.",
    )


async def check(connection: aiosqlite.Connection, path: Path) -> None:
    """Look a database through, as far as that takes no time that a player would notice.

    Raises:
        sqlite3.DatabaseError: it is malformed.
    """
    if path.stat().st_size > _QUICK:
        await connection.execute_fetchall("SELECT COUNT(*) FROM sqlite_schema")
        return
    rows = list(await connection.execute_fetchall("PRAGMA quick_check(1)"))
    if rows and rows[0][0] != "ok":
        raise sqlite3.DatabaseError(f"{path.name} is malformed ({rows[0][0]})")


def is_damage(error: BaseException) -> bool:
    """Whether an error says that a database is broken, and not just busy, full or shut."""
    return any(sign in str(error) for sign in ("malformed", "not a database", "encrypted"))
