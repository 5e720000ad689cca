"""Puzzles are read from every format and shape in which people keep them."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.games.situation_puzzle.importing.library import (
    BELLS,
    KITE,
    opened,
    puzzles,
    spreadsheet,
    stories,
    written,
    zipped,
    鐘,
    風,
)

from echoes.core.errors import BadInput

BOTH = [BELLS, KITE]
中 = [鐘, 風]
PLAIN = [
    {"title": "Bell", "surface": BELLS[0], "bottom": BELLS[1]},
    {"title": "Kite", "surface": KITE[0], "bottom": KITE[1]},
]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", PLAIN),
        ("a.json", {"Stories": PLAIN}),
        ("a.json", {"puzzles": PLAIN}),
        ("a.json", {"topics": ["night", "sky"], "puzzles": PLAIN}),
        ("a.json", {"data": {"puzzles": PLAIN}}),
        ("a.json", {one["title"]: {k: v for k, v in one.items() if k != "title"} for one in PLAIN}),
        ("a.json", "\n".join(map(json.dumps, PLAIN))),
        ("a.jsonl", "\n".join(map(json.dumps, PLAIN)) + "\n\n"),
        ("a.csv", f"title,story,answer\nBell,\"{BELLS[0]}\",\"{BELLS[1]}\"\nKite,{KITE[0]},{KITE[1]}\n"),
        ("a.csv", f"title;Story;Answer\nBell;{BELLS[0]};{BELLS[1]}\nKite;{KITE[0]};{KITE[1]}\n"),
        ("a.tsv", f"title\tstory\tanswer\nBell\t{BELLS[0]}\t{BELLS[1]}\nKite\t{KITE[0]}\t{KITE[1]}\n"),
        ("a.txt", f"title\t|\tstory\t|\tanswer\nBell\t|\t{BELLS[0]}\t|\t{BELLS[1]}\nKite\t|\t{KITE[0]}\t|\t{KITE[1]}\n"),
        ("a.yaml", f"- title: Bell\n  surface: {BELLS[0]}\n  bottom: {BELLS[1]}\n- surface: >\n    {KITE[0]}\n  bottom: {KITE[1]}\n"),
        ("a.yml", f"title: Bell\nsurface: {BELLS[0]}\nbottom: {BELLS[1]}\n---\nsurface: {KITE[0]}\nbottom: {KITE[1]}\n"),
        ("a.md", f"# Bell\n\n### Puzzle\n\n{BELLS[0]}\n\n### Answer\n\n{BELLS[1]}\n\n# Kite\n\n### Puzzle\n\n{KITE[0]}\n\n### Answer\n\n{KITE[1]}\n"),
        ("a.md", f"## Bell\n\n{BELLS[0]}\n\n<details>\n<summary>Show me</summary>\n\n{BELLS[1]}\n\n</details>\n\n## Kite\n\n{KITE[0]}\n\n<details><summary>Answer</summary>{KITE[1]}</details>\n"),
        ("a.html", f"<html><head><title>x</title></head><body><h2>Bell</h2><p>{BELLS[0]}</p><details><summary>Truth</summary><p>{BELLS[1]}</p></details><h2>Kite</h2><p>{KITE[0]}</p><details><summary>Truth</summary><p>{KITE[1]}</p></details></body></html>"),
        ("a.txt", f"ID: 1\nTitle: Bell\nPuzzle: {BELLS[0]}\nAnswer: {BELLS[1]}\nDifficulty: 3\n---\nID: 2\nTitle: Kite\nPuzzle: {KITE[0]}\nAnswer: {KITE[1]}\n"),
    ],
)  # fmt: skip
def test_english(tmp_path: Path, name: str, content: Any):
    assert stories(written(tmp_path, name, content)) == BOTH


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("汤.json", [{"标题": "钟", "汤面": 鐘[0], "汤底": 鐘[1]}, {"標題": "箏", "湯面": 風[0], "湯底": 風[1]}]),
        ("汤.json", [{"Soup_Table": one[0], "Soup_Base": one[1]} for one in 中]),
        ("汤.json", [{"soupSurface": one[0], "truthStory": one[1]} for one in 中]),
        ("汤.csv", f"標題,湯面,湯底\n钟,{鐘[0]},{鐘[1]}\n箏,{風[0]},{風[1]}\n"),
        ("汤.md", f"## 钟\n\n### 汤面\n\n{鐘[0]}\n\n### 汤底\n\n{鐘[1]}\n\n### 附加说明\n\n老故事\n\n## 筝\n\n### 湯面\n\n{風[0]}\n\n### 湯底\n\n{風[1]}\n"),
        ("汤.md", f"S1E01《钟》\n汤面 {鐘[0]}\n汤底 {鐘[1]}\n\nS1E02《筝》\n汤面 {風[0]}\n汤底 {風[1]}\n"),
        ("汤.md", f"### 1. 《钟》\n**汤面**：{鐘[0]}\n**汤底**：{鐘[1]}\n### 2. 《筝》\n**汤面**：{風[0]}\n**汤底**：{風[1]}\n"),
        ("汤.txt", f"ID：1\n标题：钟\n汤面：{鐘[0]}\n汤底：{鐘[1]}\n难度：入门\n标签：夜、狗\n---\nID：2\n标题：筝\n汤面：{風[0]}\n汤底：{風[1]}\n难度：烧脑\n标签：信\n"),
        ("汤.txt", f"【汤面】{鐘[0]}\n【汤底】{鐘[1]}\n---\n【汤面】{風[0]}\n【汤底】{風[1]}\n"),
    ],
)  # fmt: skip
def test_chinese(tmp_path: Path, name: str, content: Any):
    assert stories(written(tmp_path, name, content)) == 中
    assert {one.language for one in puzzles(tmp_path / name)} == {"zh"}


def test_a_page_in_mdx_with_what_stands_before_it(tmp_path: Path):
    page = f"---\ntitle: Bell\ndifficulty: hard\nauthor: A. Writer\nmood: dark\n---\nimport X from './x'\n\n{BELLS[0]}\n\n<details>\n<summary>Solution</summary>\n{BELLS[1]}\n</details>\n"
    [puzzle] = puzzles(written(tmp_path, "bell.mdx", page))
    assert (puzzle.statement, puzzle.answer, puzzle.title, puzzle.difficulty) == (*BELLS, "Bell", 4)
    assert puzzle.provenance.author == "A. Writer"


def test_a_column_that_no_file_has_is_refused_before_anything_is_taken_in(tmp_path: Path):
    with pytest.raises(BadInput, match=r"no file has a column 'plot'. There are: bottom, surface, title."):
        opened(written(tmp_path, "a.json", PLAIN), columns={"statement": "plot"})


def test_fields_around_the_records_are_told_too(tmp_path: Path):
    wrapper = {"license": "CC0-1.0", "version": 3, "topics": ["night"], "items": PLAIN}
    [mapping] = opened(written(tmp_path, "a.json", wrapper)).mappings
    assert mapping.columns == {
        "title": ("title", 2), "surface": ("statement", 2), "bottom": ("answer", 2),
        "license": ("licence", 1), "topics": (None, 1), "version": (None, 1),
    }  # fmt: skip


def test_a_spreadsheet_by_another_name_with_a_heading_above_its_columns(tmp_path: Path):
    rows = [["My puzzles"], [], ["title", "story", "answer", "date"], ["Bell", *BELLS, "2024-05-01"]]
    assert stories(written(tmp_path, "a.csv", spreadsheet(rows))) == [BELLS]


def test_a_member_of_an_archive_is_read_wherever_it_would_be_unpacked(tmp_path: Path):
    inside = {"../outside.json": json.dumps(PLAIN[0]), ".hidden/b.json": json.dumps(PLAIN[1])}
    assert stories(written(tmp_path, "a.zip", zipped(inside))) == [BELLS]


def test_where_no_column_is_known_the_remedy_is_said(tmp_path: Path):
    [mapping] = opened(written(tmp_path, "a.csv", "a,b\n1,2\n3,4\n")).mappings
    said = "no column was taken for `statement`, `answer`: choose one (--map statement=COLUMN --map answer=COLUMN)"
    assert mapping.notes == [said]
    assert not opened(written(tmp_path, "a.csv", f"a,b\n{BELLS[0]},{BELLS[1]}\n"),
                      columns={"statement": "a", "answer": "b"}).mappings[0].notes  # fmt: skip


@pytest.mark.parametrize(("name", "content"), [("a.pdf", "%PDF-1.4"), ("a.json", "{"), ("a.json", "")])
def test_columns_are_not_missed_in_a_file_that_was_not_read(tmp_path: Path, name: str, content: str):
    [mapping] = opened(written(tmp_path, name, content)).mappings
    assert mapping.error
    assert mapping.notes == []


def test_a_spreadsheet_with_two_sheets(tmp_path: Path):
    rows = [
        ["title", "story", "answer", "level of difficulty"],
        ["Bell", *BELLS, "easy"],
        [None, None, None, None],
    ]
    content = spreadsheet(rows, [["标题", "汤面", "汤底", "难度"], ["钟", *鐘, 5]])
    found = puzzles(written(tmp_path, "mine.xlsx", content))
    assert [(one.statement, one.title, one.difficulty) for one in found] == [
        (BELLS[0], "Bell", 2),
        (鐘[0], "钟", 5),
    ]


def test_a_folder_and_an_archive_are_read_with_all_below(tmp_path: Path):
    written(tmp_path / "in" / "deep", "a.json", [PLAIN[0]])
    written(tmp_path / "in", "b.csv", f"title,story,answer\nKite,{KITE[0]},{KITE[1]}\n")
    written(tmp_path / "in", "photo.png", b"\x89PNG")
    written(tmp_path / "in", "README.md", "# My puzzles\n\nThey are nice.\n")
    archive = written(
        tmp_path,
        "汤.zip",
        zipped(
            {"汤/a.json": json.dumps([{"汤面": 鐘[0], "汤底": 鐘[1]}]), "x/.hidden.json": "{", "y.png": b"x"}
        ),
    )
    assert stories(tmp_path / "in", archive) == [KITE, BELLS, 鐘]


def test_what_a_wrapper_says_holds_for_all_and_a_record_that_is_not_ok_is_left_out(tmp_path: Path):
    items = [{**PLAIN[0], "status": "ok"}, {**PLAIN[1], "status": "rejected"}]
    path = written(
        tmp_path,
        "a.json",
        {"license": "CC-BY-4.0", "author": "Ann", "url": "https://example.org/x", "items": items},
    )
    first, second = opened(path).reports
    origin = first.scenario.provenance
    assert (origin.licence, origin.author, origin.url, origin.source) == (
        "CC-BY-4.0",
        "Ann",
        "https://example.org/x",
        "unknown",
    )
    assert second.left_out and "its status is 'rejected'" in str(second.error)


def test_a_licence_beside_the_files_of_a_folder_is_theirs(tmp_path: Path):
    written(tmp_path / "in", "LICENSE", "MIT License\n\nCopyright (c) Somebody")
    written(tmp_path / "in", "a.json", PLAIN)
    assert {one.provenance.licence for one in puzzles(tmp_path / "in")} == {"MIT"}
    assert {one.provenance.licence for one in puzzles(tmp_path / "in" / "a.json")} == {"unknown"}


def test_chat_records_hold_no_puzzles(tmp_path: Path):
    path = written(
        tmp_path, "chat.jsonl", "\n".join([json.dumps({"messages": [{"role": "user", "content": "x"}]})] * 2)
    )
    [report] = opened(path).reports
    assert "holds chat records, which are no puzzles" in str(report.error)


def test_quotation_marks_within_a_table_of_talk_are_just_marks(tmp_path: Path):
    path = written(
        tmp_path, "a.tsv", f'title\tstory\tanswer\nBell\t"Ring!", he said. {BELLS[0]}\t{BELLS[1]}\n'
    )
    assert stories(path) == [(f'"Ring!", he said. {BELLS[0]}', BELLS[1])]
