"""Nothing that a file holds stops the others, hangs, or fills the memory."""

import json
import os
import zipfile
from io import BytesIO
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from tests.unit.games.situation_puzzle.importing.library import (
    BELLS,
    KITE,
    opened,
    puzzles,
    spreadsheet,
    written,
    zipped,
)

from echoes.games.situation_puzzle.puzzle.schema import MAX_ANSWER, MAX_RULINGS, MAX_STATEMENT

GOOD = {"title": "Kite", "surface": KITE[0], "bottom": KITE[1]}


def errors(*paths: Path) -> list[str]:
    return [report.error for report in opened(*paths).reports if report.error]


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("a lone text", "a.json [1]: is no record but a bare value ('a lone text')"),
        (7, "a bare value ('7')"),
        (None, "a bare value ('null')"),
        ({"surface": BELLS[0]}, "field 'answer': is missing"),
        ({"surface": "", "bottom": BELLS[1]}, "field 'statement'"),
        ({"surface": BELLS[0], "bottom": {"a": [1]}}, "field 'answer'"),
        ({"surface": "x" * (MAX_STATEMENT + 1), "bottom": "y"}, f"at most {MAX_STATEMENT}"),
        ({"surface": "x", "bottom": "y" * (MAX_ANSWER + 1)}, f"at most {MAX_ANSWER}"),
        ({**GOOD, "rulings": [{"text": f"q {n}", "ruling": "no"} for n in range(MAX_RULINGS + 1)]}, f"at most {MAX_RULINGS}"),
        ({**GOOD, "language": "fr"}, "field 'language'"),
    ],
)  # fmt: skip
def test_a_bad_record_is_named_and_stops_no_other(tmp_path: Path, bad: Any, said: str):
    path = written(tmp_path, "a.json", [bad, GOOD])
    first, second = opened(path).reports
    assert said in str(first.error) and "\n" not in str(first.error)
    assert second.error is None and second.scenario is not None


def test_a_value_that_is_none_is_told_once(tmp_path: Path):
    [report] = opened(written(tmp_path, "a.json", '{"surface": "S", "bottom": NaN}')).reports
    told = [str(report.error), *report.notes]
    assert sum("holds NaN" in line for line in told) == 1, told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"title": "a", "title": "b", "surface": "S", "bottom": "B"}', "key 'title' stands twice; the last one counts"),
        ('{"surface": "S", "bottom": "B", "difficulty": 1e999}', "field 'difficulty': holds 1e999, which is too large a number"),
        ('{"surface": "S", "bottom": "B", "difficulty": NaN}', "field 'difficulty': holds NaN, which is no value of JSON"),
        ('{"surface": "S", "bottom": "B", "difficulty": -3}', "difficulty '-3' taken as"),
        ('{"surface": "S", "bottom": "B", "facts": [{"id": 1, "id": 2, "text": "x"}]}', "key 'facts[1].id' stands twice"),
    ],
)  # fmt: skip
def test_a_value_that_is_none_is_named_and_left_out(tmp_path: Path, text: str, said: str):
    [report] = opened(written(tmp_path, "a.json", text)).reports
    assert report.error is None and any(said in note for note in report.notes)


def test_a_broken_line_costs_itself_only(tmp_path: Path):
    lines = [json.dumps(GOOD), "{broken", json.dumps({"surface": BELLS[0], "bottom": BELLS[1]})]
    path = written(tmp_path, "a.jsonl", "\n".join(lines))
    assert [report.error is None for report in opened(path).reports] == [True, False, True]
    assert "line 2, which is not JSON" in errors(path)[0]


@pytest.mark.parametrize("content", [b"", b" \r\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_said_to_be_empty(tmp_path: Path, content: bytes):
    for name in ("a.json", "a.csv", "a.md"):
        assert errors(written(tmp_path, name, content)) == [f"{name}: is empty; save it again"]


@pytest.mark.parametrize(
    "text", ["/* a */" * 500, "<!-- a -->" * 500, f"{'#' * 20_000}x", '{"' + '\\"' * 20_000]
)
def test_a_text_costs_no_more_than_its_length(tmp_path: Path, text: str):
    begun = process_time()
    assert len(errors(written(tmp_path, "a.json" if text[0] == "{" else "a.txt", text))) == 1
    assert process_time() - begun < 3


def test_a_pdf_is_said_to_be_one(tmp_path: Path):
    assert errors(written(tmp_path, "a.pdf", b"%PDF-1.7")) == [
        "a.pdf: is a PDF; copy its text into a text file"
    ]


def test_a_broken_file_of_a_folder_stops_no_other(tmp_path: Path):
    written(tmp_path / "in", "a.json", "{")
    written(tmp_path / "in", "b.xlsx", b"PK\x03\x04 no archive")
    written(tmp_path / "in", "c.zip", b"PK\x03\x04 no archive")
    written(tmp_path / "in", "d.yaml", "a: [b\n")
    written(tmp_path / "in", "e.csv", b"\x81\x8d\xff\x00\x90")
    written(tmp_path / "in", "f.json", GOOD)
    reports = [*opened(tmp_path / "in").reports]
    assert [report.scenario is not None for report in reports] == [False] * 5 + [True]
    assert all(report.error and "\n" not in report.error for report in reports[:5])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes by name here")
def test_a_pipe_and_a_device_are_no_regular_files(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.json")
    for path in (tmp_path / "pipe.json", Path("/dev/zero")):
        assert "is no regular file" in errors(path)[0]


def test_a_link_that_leads_around_in_a_circle_is_followed_once(tmp_path: Path):
    written(tmp_path / "in", "a.json", GOOD)
    (tmp_path / "in" / "again").symlink_to(tmp_path / "in")
    assert len(puzzles(tmp_path / "in")) == 1


ZEROS = b"0" * 20_000_000


@pytest.mark.parametrize("name", ["bomb.zip", "bomb.xlsx"])
def test_a_bomb_is_refused_by_its_ratio(tmp_path: Path, name: str):
    path = written(tmp_path, name, zipped({"xl/worksheets/sheet1.xml": ZEROS, "a.json": ZEROS}))
    assert "unpacks to more than 200 times its size: refused" in errors(path)[0]


def test_a_member_that_is_larger_than_it_says_is_refused(tmp_path: Path):
    packed = bytearray(zipped({"a.json": json.dumps(GOOD) * 50}))
    size = zipfile.ZipFile(BytesIO(bytes(packed))).infolist()[0].file_size
    packed = packed.replace(size.to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert len(errors(written(tmp_path, "a.zip", bytes(packed)))) == 1


def test_an_archive_in_an_archive_is_not_opened(tmp_path: Path):
    path = written(tmp_path, "a.zip", zipped({"b.zip": zipped({"c.json": "{}"}), "d.json": json.dumps(GOOD)}))
    assert errors(path) == ["a.zip/b.zip: is an archive in an archive; unpack it first"]


def test_an_alias_of_yaml_that_stands_for_billions_is_refused(tmp_path: Path):
    lines = ["a0: &a0 [x, x, x]", *(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]" for n in range(1, 40))]
    assert "has an alias" in errors(written(tmp_path, "a.yaml", "\n".join(lines)))[0]


def test_a_cell_far_off_makes_no_table_of_a_million_rows(tmp_path: Path):
    rows = [["title", "story", "answer"], ["Kite", *KITE]]
    content = spreadsheet(rows)
    import openpyxl

    book = openpyxl.load_workbook(BytesIO(content))
    book.worksheets[0]["XFD1048576"] = "far"
    book.save(tmp_path / "a.xlsx")
    found = [report.scenario for report in opened(tmp_path / "a.xlsx").reports if report.scenario]
    assert [one.statement for one in found] == [KITE[0]]


@pytest.mark.parametrize("data", [{"surface": "x" * 4_000_000, "bottom": "y"}, {**GOOD, "rulings": [{"text": f"Is it {n}?", "ruling": "no"} for n in range(20_000)]}])  # fmt: skip
def test_what_is_far_too_much_is_refused_with_the_limit(tmp_path: Path, data: Any):
    [said] = errors(written(tmp_path, "a.json", data))
    assert "at most" in said and len(said) < 200
