"""Records within a file's value, whatever they are wrapped in; what holds for all goes to each."""

from pathlib import PurePath
from typing import Any

import pytest

from echoes.games.situation_puzzle.importing import containers
from echoes.games.situation_puzzle.importing.containers import Record, is_record, records_of
from echoes.games.situation_puzzle.importing.sources import SourceFile, Unreadable

FILE = SourceFile("all.json", PurePath("/all.json"))
BELL = {"statement": "A man rings a bell.", "answer": "He is deaf."}
KITE = {"surface": "A girl cuts a string.", "bottom": "A letter hung on it."}


def records(data: Any) -> list[Record]:
    return records_of(data, FILE)


@pytest.mark.parametrize(
    "data",
    [
        [BELL, KITE],
        {"puzzles": [BELL, KITE]},
        {"data": {"items": [BELL, KITE]}},
        {"zh": [KITE], "en": [BELL]},
    ],
)
def test_records_are_found_in_lists_however_they_are_wrapped(data: Any):
    found = records(data)
    assert len(found) == 2 and {record.count for record in found} == {2}
    assert [record.number for record in found] == [1, 2]


def test_records_under_keys_have_them_as_titles_or_as_ids_where_they_have_titles():
    found = records({"bell": BELL, "kite": {**KITE, "title": "Kite"}})
    assert [record.fields.get("title") for record in found] == ["bell", "Kite"]
    assert found[1].fields["id"] == "kite"


def test_what_a_wrapper_says_holds_for_all_of_its_records():
    [record] = records({"licence": "MIT", "author": "Kim", "note": "x", "puzzles": [BELL]})
    assert {key: record.shared[key] for key in ("licence", "author")} == {"licence": "MIT", "author": "Kim"}
    assert "note" not in record.shared


def test_a_list_under_the_name_of_a_language_is_in_it():
    assert [record.shared["language"] for record in records({"en": [BELL], "zh": [KITE]})] == ["en", "zh"]


@pytest.mark.parametrize(
    ("status", "left_out"), [("draft", True), ("rejected", True), ("OK", False), ("已发布", False)]
)
def test_a_record_whose_file_says_that_it_is_not_done_is_left_out(status: str, left_out: bool):
    [record] = records({"puzzles": [{**BELL, "status": status}]})
    assert record.left_out is left_out and bool(record.error) is left_out


def test_a_record_alone_is_taken_whatever_its_status():
    [record] = records({**BELL, "status": "draft"})
    assert not record.left_out


def test_a_bare_value_among_records_is_said_so_and_the_others_are_read():
    good, bad = records([BELL, "hello"])
    assert not good.error and "bare value" in bad.error
    assert (good.where, bad.where) == ("all.json [1]", "all.json [2]")


@pytest.mark.parametrize(
    ("data", "said"),
    [([], "holds no puzzle"), ("hello", "holds no puzzle"), ([1, 2], "holds no puzzle"),
     ([{"messages": []}], "chat records")],
)  # fmt: skip
def test_a_file_without_records_is_unreadable(data: Any, said: str):
    with pytest.raises(Unreadable, match=said):
        records(data)


def test_too_many_records_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(containers, "MAX_RECORDS", 2)
    with pytest.raises(Unreadable, match="more than 2"):
        records([BELL] * 3)


@pytest.mark.parametrize(
    ("data", "expected"),
    [(BELL, True), (KITE, True), ({"puzzles": [BELL]}, False), ({"bell": BELL}, False), ({"title": "x"}, False),
     ({"answer": "He is deaf."}, True)],
)  # fmt: skip
def test_a_record_is_a_puzzle_itself_and_does_not_only_hold_some(data: dict[str, Any], expected: bool):
    assert is_record(data) is expected
