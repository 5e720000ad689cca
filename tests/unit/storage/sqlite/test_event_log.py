"""What was acknowledged is in the log, once and whole; what failed left no trace."""

import errno
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support import KINDS, event

from echoes.core.errors import BadInput, StorageFailed, UnknownName
from echoes.core.log.entries import Entry
from echoes.storage.sqlite import event_log
from echoes.storage.sqlite.event_log import JsonlEventLog


def entry(number: int, text: str = "said") -> Entry:
    return Entry(event(event="command_result", event_id=f"s-{number}", command="x", text=text))


def ids(log: JsonlEventLog) -> list[str]:
    return [entry.event.event_id for entry in log.read("s")]


def test_entries_come_back_in_order(tmp_path: Path):
    log = JsonlEventLog(tmp_path, KINDS)
    log.append("s", [entry(1), entry(2)])
    log.append("s", [entry(3)])
    assert ids(log) == ["s-1", "s-2", "s-3"]
    assert log.sessions() == ["s"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(cut=st.integers(0, 400))
def test_a_torn_tail_is_passed_over_and_set_aside_before_the_next_append(tmp_path: Path, cut: int):
    log = JsonlEventLog(tmp_path, KINDS)
    log.delete("s")
    log.append("s", [entry(1)])
    whole = log.position("s")
    log.append("s", [entry(2)])
    path = tmp_path / "s.jsonl"
    path.write_bytes(path.read_bytes()[: whole + min(cut, log.position("s") - whole - 1)])
    assert ids(log) == ["s-1"]
    torn = path.read_bytes()[whole:]
    assert bool(log.repair("s")[2]) == bool(torn)
    assert not torn or path.with_suffix(".torn").read_bytes().endswith(torn)
    log.append("s", [entry(3)])
    assert ids(log) == ["s-1", "s-3"]


def test_a_full_disk_leaves_the_log_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    log = JsonlEventLog(tmp_path, KINDS)
    log.append("s", [entry(1)])
    before = (tmp_path / "s.jsonl").read_bytes()
    write = os.write

    def half(handle: int, data: bytes) -> int:
        write(handle, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(StorageFailed, match="No space left"):
        log.append("s", [entry(2)])
    assert (tmp_path / "s.jsonl").read_bytes() == before


def test_a_short_write_counts_as_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    log = JsonlEventLog(tmp_path, KINDS)
    log.append("s", [entry(1)])
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:10]))
    with pytest.raises(StorageFailed):
        log.append("s", [entry(2)])
    monkeypatch.undo()
    assert ids(log) == ["s-1"]


def test_a_log_that_another_has_just_begun_stays_where_a_write_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    one, other = JsonlEventLog(tmp_path, KINDS), JsonlEventLog(tmp_path, KINDS)
    opened = list[int]()
    private_opener = event_log.private_opener

    def meanwhile(path: Path, flags: int) -> int:
        handle = private_opener(path, flags)
        if not opened:
            opened.append(handle)
            other.append("s", [entry(1)], 0)
        return handle

    monkeypatch.setattr(event_log, "private_opener", meanwhile)
    with pytest.raises(StorageFailed, match="by another process meanwhile"):
        one.append("s", [entry(2)], 0)
    assert ids(one) == ["s-1"]
    with pytest.raises(StorageFailed, match="by another process meanwhile"):
        one.append("t", [entry(1)], 7)
    assert one.sessions() == ["s"], "nothing is left of a write that could not be made"


def test_damage_in_the_middle_is_said_and_not_guessed_at(tmp_path: Path):
    log = JsonlEventLog(tmp_path, KINDS)
    log.append("s", [entry(1), entry(2)])
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"{broken\n" + path.read_bytes())
    with pytest.raises(StorageFailed, match="damaged"):
        log.read("s")


@pytest.mark.parametrize("name", ["../x", "a/b", "", "a.b", "x" * 200, "a\x00b"])
def test_an_id_never_becomes_a_path(tmp_path: Path, name: str):
    with pytest.raises(BadInput):
        JsonlEventLog(tmp_path, KINDS).read(name)


def test_an_unknown_session_is_named(tmp_path: Path):
    with pytest.raises(UnknownName, match="'nope'"):
        JsonlEventLog(tmp_path, KINDS).read("nope")
