"""What the files of a storage folder can suffer."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from echoes.core.errors import StorageFailed

_QUICK = 16 * 2**20
"""Bytes; beyond it a whole look takes longer than a tenth of a second."""
PATIENCE_S = 10.0
"""How long another process may hold a database."""
PAUSE_S = 0.01
_HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
DoneT = TypeVar("DoneT")


def set_aside(path: Path) -> None:
    """Rename a damaged database and what belongs to it, over what was set aside before."""
    for part in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with suppress(OSError):
            part.replace(part.with_name(part.name + ".damaged"))


def unusable(folder: Path, error: Exception) -> StorageFailed:
    """The error that says that a folder can't be used."""
    return StorageFailed(
        f"the storage folder {folder} can't be used ({error})",
        "Make it writable, or name another with ECHOES__PATHS__GAME_STORAGE.",
    )


def quick_look(path: Path) -> str:
    """The statement that looks a database through, as far as that takes no time that a player notices."""
    return "PRAGMA quick_check(1)" if path.stat().st_size <= _QUICK else "SELECT 'ok' FROM sqlite_schema"


def see(rows: Sequence[Any], path: Path) -> None:
    """See what the look has found.

    Args:
        rows: what `quick_look` gave.
        path: of the database.
    Raises:
        sqlite3.DatabaseError: it is malformed.
    """
    if rows and rows[0][0] != "ok":
        raise sqlite3.DatabaseError(f"{path.name} is malformed ({rows[0][0]})")


async def patiently(action: Callable[..., DoneT], *args: Any) -> DoneT:
    """Do something with a database that never waits by itself; the loop goes on between attempts.

    Args:
        action: does it as a whole or not at all.
        args: for it.
    Raises:
        sqlite3.Error: it failed, or another process held the database for too long.
    """
    until = monotonic() + PATIENCE_S
    while True:
        try:
            return action(*args)
        except sqlite3.OperationalError as error:
            held = getattr(error, "sqlite_errorcode", 0) & 0xFF in _HELD
            if not held or monotonic() > until:
                raise
        await asyncio.sleep(PAUSE_S)


def is_damage(error: BaseException) -> bool:
    """Whether an error says that a database is broken, and not just busy, full or shut."""
    return any(sign in str(error) for sign in ("malformed", "not a database", "encrypted"))
