"""A locked database is tried again, a corrupt one is recognized and set aside."""

import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.support import say

from echoes.app import open_engine
from echoes.storage.sqlite import database_files
from echoes.storage.sqlite.database_files import (
    file_number,
    integrity_query,
    is_corruption,
    raise_if_corrupt,
    retry_when_locked,
    set_aside,
    use_wal,
)


def locked() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error


async def test_a_locked_database_is_tried_again():
    attempts: list[int] = []

    def action(number: int) -> int:
        attempts.append(number)
        if len(attempts) < 3:
            raise locked()
        return number

    assert await retry_when_locked(action, 7) == 7
    assert len(attempts) == 3


async def test_a_database_that_stays_locked_is_an_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(database_files, "LOCK_TIMEOUT_S", 0.02)

    def action() -> None:
        raise locked()

    with pytest.raises(sqlite3.OperationalError, match="locked"):
        await retry_when_locked(action)


def test_a_write_ahead_log_begins_as_soon_as_the_others_let_go(tmp_path: Path):
    other = sqlite3.connect(tmp_path / "shared.sqlite", isolation_level=None)
    other.execute("CREATE TABLE notes (text TEXT)")
    other.execute("BEGIN EXCLUSIVE")
    refused: list[str] = []

    class Impatient(sqlite3.Connection):
        def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
            try:
                return super().execute(sql, *given)
            except sqlite3.OperationalError as error:
                refused.append(str(error))
                other.rollback()
                raise

    with sqlite3.connect(tmp_path / "shared.sqlite", timeout=0, factory=Impatient) as connection:
        use_wal(connection)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    other.close()
    assert refused == ["database is locked"]


async def test_another_error_is_raised_at_once():
    attempts: list[int] = []

    def action() -> None:
        attempts.append(1)
        raise sqlite3.OperationalError("no such table")

    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await retry_when_locked(action)
    assert len(attempts) == 1


def test_a_corrupt_database_is_recognized_and_set_aside(tmp_path: Path):
    path = tmp_path / "x.sqlite"
    sqlite3.connect(path).close()
    connection = sqlite3.connect(path)
    raise_if_corrupt(connection.execute(integrity_query(path)).fetchall(), path)
    with pytest.raises(sqlite3.DatabaseError) as raised:
        raise_if_corrupt([("row 1 missing from index",)], path)
    assert is_corruption(raised.value) and not is_corruption(locked())
    connection.close()
    number = file_number(path)
    set_aside(path, number)
    assert [file.name for file in tmp_path.glob("x*")] == ["x.sqlite.damaged"]
    path.write_bytes(b"made anew by another process")
    set_aside(path, number)
    assert path.read_bytes() == b"made anew by another process"


@pytest.mark.skipif(os.name != "posix", reason="no such rights here")
async def test_what_an_older_version_left_open_is_closed(own_folders: Path):
    """Databases, logs, locks, copies of puzzles and indices: nobody else of the machine reads them."""
    async with open_engine() as engine:
        session = await engine.create_session("wrong_umbrella", "ann", "en")
        await say(engine, session.session_id, "Was the man kidnapped?")
    kept = [own_folders / "game_storage", own_folders / "rag_storage"]
    found = [path for folder in kept for path in (folder, *folder.rglob("*"))]
    assert [str(path) for path in found if path.stat().st_mode & 0o077] == []
    databases = [path for path in found if path.suffix == ".sqlite"]
    opened = [kept[0], *databases, kept[0] / "events", *(kept[0] / "events").iterdir()]
    for path in opened:
        path.chmod(path.stat().st_mode | 0o044)
    async with open_engine() as again:
        await say(again, session.session_id, "Was the umbrella stolen?")
        await again.players.memory()
    assert len(databases) == 2 and [str(path) for path in opened if path.stat().st_mode & 0o077] == []
