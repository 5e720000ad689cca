"""Puzzle files as people write them are taken in, and what was not understood is said."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from echoes.games.situation_puzzle.importing.limits import MAX_FILE_MB, MEGABYTE
from echoes.games.situation_puzzle.puzzle.labels import ruling_label
from echoes.games.situation_puzzle.puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

LOADER = GameDataLoader()
MINIMAL = {"puzzle": "A man laughs at a funeral.", "answer": "He hears his friend's last joke."}


def read(folder: Path, data: Any, name: str = "puzzle_1_en.json") -> Any:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data, ensure_ascii=False).encode())
    reports = LOADER.read_file(path)
    return reports[0] if len(reports) == 1 else reports


def test_the_plain_form_becomes_a_puzzle(tmp_path: Path):
    info = [{"Who wrote the joke?": "His friend wrote the joke before he died."}, {"Is anyone angry?": "No"}]
    puzzle: Puzzle = read(tmp_path, {**MINIMAL, "additional_info": info}).scenario
    assert (puzzle.id, puzzle.language, puzzle.title) == ("puzzle_1", "en", "Puzzle 1")
    assert [(fact.id, fact.statement, fact.core) for fact in puzzle.facts] == [
        ("a1", "He hears his friend's last joke.", True),
        ("f1", "His friend wrote the joke before he died.", False),
    ]
    assert (puzzle.rulings[0].texts, puzzle.rulings[0].ruling) == (("Is anyone angry?",), "NO")


def test_two_fields_are_enough(tmp_path: Path):
    puzzle: Puzzle = read(
        tmp_path, {"statement": "甲看见了乙。", "answer": "其实是镜子。"}, "mirror.json"
    ).scenario
    assert (puzzle.id, puzzle.language) == ("mirror", "zh")
    assert puzzle.core_facts == ("a1",)


def test_a_list_and_a_list_under_a_key_are_taken_in(tmp_path: Path):
    assert [r.scenario.id for r in read(tmp_path, [MINIMAL, MINIMAL], "set.json")] == ["set_1", "set_2"]
    assert len(read(tmp_path, {"puzzles": [MINIMAL, MINIMAL]}, "set.json")) == 2


def test_unknown_fields_are_reported_and_never_fatal(tmp_path: Path):
    data = {**MINIMAL, "mood": "dark", "facts": [{"id": "f1", "statement": "He laughs.", "weight": 3}]}
    report = read(tmp_path, data)
    assert report.error is None
    assert "field 'mood' was not mapped" in report.notes
    assert "field 'facts[1].weight' was not mapped" in report.notes


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"answer": "x"}, "field 'statement': is missing"),
        ({**MINIMAL, "answer": ""}, "field 'answer'"),
        ({**MINIMAL, "rulings": [{"text": "Is it?", "ruling": "PERHAPS"}]}, "field 'rulings[1].ruling'"),
        ({**MINIMAL, "rulings": [{"ruling": "YES"}]}, "field 'rulings[1].texts'"),
        (
            {**MINIMAL, "facts": [{"id": "a", "statement": "x"}, {"id": "a", "statement": "y"}]},
            "stands twice",
        ),
        ({**MINIMAL, "language": "fr"}, "field 'language'"),
        ([], "holds no puzzle"),
        ("text", "holds no puzzle"),
        (b"{", "is not JSON (line 1"),
        (b"\xff\xfe\x00", "is not UTF-8 (byte 0)"),
        (b"", "is empty"),
        (b"[" * 100_000, "is nested too deep"),
        (b'{"statement": ' + b"1" * 5000 + b"}", "a number of too many digits"),
        (b" " * (MAX_FILE_MB * MEGABYTE + 1), f"is larger than {MAX_FILE_MB} MB"),
    ],
)
def test_a_bad_file_names_file_field_and_reason(tmp_path: Path, data: Any, said: str):
    report = read(tmp_path, data)
    assert report.scenario is None
    assert "puzzle_1_en.json" in report.error
    assert said in report.error
    assert "\n" not in report.error


@pytest.mark.parametrize(
    ("label", "ruling"),
    [
        ("yes", "YES"), ("Yes.", "YES"), ("是", "YES"), ("True", "YES"), ("不是", "NO"), ("no", "NO"),
        ("是也不是", "YES AND NO"), ("yes and no", "YES AND NO"), ("both", "YES AND NO"), ("无关", "IRRELEVANT"),
        ("unknown", None), ("incorrectly", None), ("not yes", None), ("", None), ("很接近了", None),
    ],
)  # fmt: skip
def test_labels_are_read_by_exact_match(label: str, ruling: str | None):
    assert ruling_label(label) == ruling


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=150)
@given(
    st.dictionaries(
        st.sampled_from([*Puzzle.model_fields, "puzzle", "additional_info", "hint1"]), json_values
    )
)
def test_any_json_is_taken_in_or_refused_in_one_line(tmp_path_factory: Any, data: dict[str, Any]):
    report = read(tmp_path_factory.mktemp("any"), data)
    for one in report if isinstance(report, list) else [report]:
        assert (one.scenario is None) != (one.error is None)
        assert one.error is None or "\n" not in one.error


def test_a_puzzle_survives_its_canonical_form(tmp_path: Path):
    puzzle: Puzzle = read(
        tmp_path, {**MINIMAL, "hints": ["look"], "rulings": [{"text": "Is it?", "ruling": "yes"}]}
    ).scenario
    again: Puzzle = read(tmp_path, puzzle.to_json(), "again.json").scenario
    assert again.content_hash == puzzle.content_hash


def test_an_edit_changes_the_hash(tmp_path: Path):
    one = read(tmp_path, MINIMAL).scenario
    other = read(tmp_path, {**MINIMAL, "answer": "He hears a joke."}).scenario
    assert one.content_hash != other.content_hash


def test_direction_tricks_are_taken_out_and_said(tmp_path: Path):
    report = read(tmp_path, {**MINIMAL, "answer": "He \u202e hears."})
    assert "\u202e" not in report.scenario.answer
    assert any("RIGHT-TO-LEFT OVERRIDE" in note for note in report.notes)


@pytest.mark.parametrize(
    ("given", "level"), [(9, 5), ("7/10 HARD", 4), ("easy", 2), ("烧脑", 5), (2.0, 2), ("?", 3)]
)
def test_a_difficulty_is_brought_to_1_to_5(tmp_path: Path, given: Any, level: int):
    assert read(tmp_path, {**MINIMAL, "difficulty": given}).scenario.difficulty == level


def test_ids_of_facts_that_are_not_there_are_dropped_and_said(tmp_path: Path):
    report = read(tmp_path, {**MINIMAL, "hints": [{"text": "h", "facts": ["zz"]}]})
    assert report.scenario.hints[0].facts == ()
    assert "field 'hints[1].facts' named facts that are not there" in report.notes


@pytest.mark.parametrize(
    "part",
    [{"title": 7}, {"title": " "}, {"title": None}, {"language": "EN"}, {"language": "en-GB"}, {"cast": ["the man"]},
     {"provenance": "a book"}, {"provenance": {"author": None}}, {"facts": [{"id": 1, "statement": "x", "core": None}]},
     {"rulings": [{"text": "Is it?", "ruling": "no", "facts": None, "remark": None}]}, {"tags": "a, b"}, {"hints": None},
     {"constraints": {"max_hints": None}}, {"tags": ["\u001b[31mred"]}, {"mood": "\ud800"}, {"\ud800": 1}],
)  # fmt: skip
def test_parts_that_may_be_missing_are_never_fatal(tmp_path: Path, part: dict[str, Any]):
    path = tmp_path / "p_en.json"
    path.write_text(json.dumps({**MINIMAL, **part}))
    [report] = LOADER.read_file(path)
    assert report.error is None
    assert "\x1b" not in json.dumps(report.scenario.to_json(), ensure_ascii=False)
    json.dumps([report.notes, report.scenario.to_json()], ensure_ascii=False).encode()


def test_hints_among_the_additional_info_are_hints(tmp_path: Path):
    info = [
        {"type": "hint", "content": "Think of an island."},
        {"hint": "sea"},
        {"type": "fact", "content": "He was there."},
    ]
    puzzle: Puzzle = read(tmp_path, {**MINIMAL, "additional_info": info}).scenario
    assert [hint.text for hint in puzzle.hints] == ["Think of an island.", "sea"]
    assert [fact.statement for fact in puzzle.facts if not fact.core] == ["He was there."]
