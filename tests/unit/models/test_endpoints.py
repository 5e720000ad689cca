"""Records are kept on disk for a week, and a file that is no good costs one search and nothing else."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from echoes.models.endpoints import EndpointRecord, EndpointRecords

DAY = date(2026, 3, 1)


def test_another_process_finds_what_was_found_out(tmp_path: Path):
    path = tmp_path / "models" / "endpoints.json"
    EndpointRecords(path).update("one", mode="json", system_role=False)
    found = EndpointRecords(path)
    assert (found.get("one").mode, found.get("one").system_role) == ("json", False)
    assert found.get("two") == EndpointRecord()


@pytest.mark.parametrize(
    "content", [b"", b"[1]", b'{"e": "xml"}', b'{"e": {"mode": "xml"}}', b"\xff", b"null"]
)
def test_a_file_without_records_is_ignored(content: bytes, tmp_path: Path):
    path = tmp_path / "endpoints.json"
    path.write_bytes(content)
    records = EndpointRecords(path)
    assert records.get("e") == EndpointRecord()
    records.update("e", mode="plain")
    assert EndpointRecords(path).get("e").mode == "plain"


def test_a_file_that_can_t_be_written_leaves_the_record_in_memory(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    records = EndpointRecords(tmp_path / "file" / "endpoints.json")
    records.update("e", mode="json")
    assert records.get("e").mode == "json"


@pytest.mark.parametrize(("days", "known"), [(0, True), (6, True), (7, False), (-30, False)])
def test_an_endpoint_is_looked_at_again_after_a_week(days: int, known: bool, tmp_path: Path):
    path = tmp_path / "endpoints.json"
    EndpointRecords(path, lambda: DAY).update("e", left_out=("seed",))
    later = EndpointRecords(path, lambda: DAY + timedelta(days=days))
    assert bool(later.get("e").left_out) is known


def test_what_is_found_later_does_not_make_the_rest_younger():
    days = [DAY, DAY + timedelta(days=5)]
    records = EndpointRecords(today=lambda: days[0])
    records.update("e", mode="json")
    days.pop(0)
    assert records.update("e", streaming="always").found == DAY


def test_a_record_is_told_in_words():
    record = EndpointRecord(
        found=DAY, system_role=False, streaming="always", left_out=("seed",), renamed={"max_tokens": "m"}
    )
    assert record.describe() == (
        "instructions before the prompt, since it takes no system role; always streamed; without seed; "
        "max_tokens as m (found on 2026-03-01)"
    )
    assert EndpointRecord(found=DAY, mode="json").describe() == ""
