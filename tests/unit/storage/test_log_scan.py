"""A log is read up to its last whole write; a torn end is told from damage in the middle."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.core.errors import StorageFailed
from echoes.core.log.entries import Entry
from echoes.core.log.event_kinds import EventKinds
from echoes.core.log.events import CommandResult
from echoes.storage.log_scan import LogLineParser, intact_entries, scan_log, scan_parts

KINDS = EventKinds({"situation_puzzle": []}.get)


def line(number: int, session: str = "s", **more: Any) -> bytes:
    event = CommandResult(
        event_id=f"{session}-{number}",
        session_id=session,
        timestamp="2026-01-01T00:00:00Z",
        turn=number,
        command="c",
        text="t",
    )
    return json.dumps({**Entry(event).to_json(), **more}).encode() + b"\n"


def scanned(data: bytes) -> tuple[int, int, bool]:
    scan = scan_log(data, LogLineParser(KINDS, "s"), 0)
    return len(scan.entries), scan.bad_line, scan.torn


WHOLE = b"".join(line(n) for n in range(1, 5))


def test_a_whole_log_is_read_whole():
    scan = scan_log(WHOLE, LogLineParser(KINDS, "s"), 0)
    assert ([entry.event.turn for entry in scan.entries], scan.end, scan.bad_line) == (
        [1, 2, 3, 4],
        len(WHOLE),
        0,
    )


@given(st.integers(0, len(WHOLE)))
def test_wherever_it_was_cut_what_stands_before_is_read(cut: int):
    scan = scan_log(WHOLE[:cut], LogLineParser(KINDS, "s"), 0)
    assert scan.end <= cut
    assert len(scan.entries) == WHOLE[:cut].count(b"\n")
    assert scan.bad_line == 0


@pytest.mark.parametrize("bad", [b"{broken\n", b"\x00\x00\n", b"[]\n", line(2, session="other")])
def test_a_bad_end_is_torn_and_a_bad_middle_is_not(bad: bytes):
    assert scanned(line(1) + bad) == (1, 2, True)
    assert scanned(line(1) + bad + line(2)) == (1, 2, False)


def test_a_file_of_which_nothing_can_be_read_has_no_torn_end():
    assert scanned(b"{broken\n") == (0, 1, False)


def test_a_write_counts_as_a_whole_or_not_at_all():
    """Of three entries that were written at once, two are nothing."""
    begun = line(2, rest=2) + line(3, rest=1)
    assert scanned(line(1) + begun) == (1, 0, True)
    assert scanned(line(1) + begun + line(4)) == (4, 0, True)
    assert scanned(line(1) + begun + line(4, rest=1) + line(5)) == (1, 4, False)


LONG = b"".join(line(n, rest=(-n) % 3) for n in range(1, 301))


@given(st.integers(0, len(LONG)))
def test_in_parts_it_is_read_as_whole_and_none_splits_a_write(cut: int):
    whole = scan_log(LONG[:cut], LogLineParser(KINDS, "s"), 0)
    parts = [*scan_parts(LONG[:cut], LogLineParser(KINDS, "s"), 0)]
    assert [entry for part in parts for entry in part.entries] == whole.entries
    assert parts[-1].end == whole.end
    assert all(part.entries[-1].rest == 0 for part in parts if part.entries)
    assert all(len(part.entries) < 100 for part in parts)


@pytest.mark.parametrize(
    ("damaged", "remedy"), [(b"{\n" + WHOLE, "Restore the file"), (line(1) + b"{\n" + WHOLE, "Go on from")]
)
def test_a_fork_is_proposed_where_there_is_something_to_fork(damaged: bytes, remedy: str):
    with pytest.raises(StorageFailed) as failed:
        intact_entries("s", scan_log(damaged, LogLineParser(KINDS, "s"), 0), "the file")
    assert remedy in str(failed.value.remedy)
