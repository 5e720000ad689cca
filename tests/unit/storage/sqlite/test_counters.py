"""Counters in a file: those whose period is over do not pile up."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from echoes.storage.sqlite.counters import SqliteCounters


def test_what_is_over_is_forgotten_while_the_file_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("echoes.storage.sqlite.counters._FORGET_EVERY", 3)
    now, path = 0.0, tmp_path / "counters.sqlite"
    counters = SqliteCounters(path, lambda: now)
    counters.add("ann", 1, 60)
    now = 1000.0
    for _ in range(2):
        counters.add("bo", 1, 60)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name, value FROM counters").fetchall() == [("bo", 2.0)]
    counters.close()


def test_a_damaged_file_is_made_anew_and_costs_nobody_a_count(tmp_path: Path):
    path = tmp_path / "counters.sqlite"
    path.write_bytes(b"this is no database" * 100)
    counters = SqliteCounters(path)
    assert [counters.add("requests", 1, 60) for _ in range(2)] == [1, 2]
    counters.close()
