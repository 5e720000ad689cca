"""Each field of a record is mapped, or reported."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.games.situation_puzzle.importing.library import BELLS, KITE, opened, puzzles, written

from echoes.core.errors import BadInput
from echoes.games.situation_puzzle.puzzle.field_names import ALIASES, fields_named

BASE = {"surface": BELLS[0], "bottom": BELLS[1]}


def made(folder: Path, record: Any, **options: Any) -> Any:
    [puzzle] = puzzles(written(folder, "bell_tower.json", record), **options)
    return puzzle


@pytest.mark.parametrize("surface", "puzzle soupSurface puzzleSurface Soup_Table scenario situation story question front soup_face puzzle_statement open_part task content 汤面 湯面".split())  # fmt: skip
@pytest.mark.parametrize("truth", "answer bottom truth truthStory Soup_Base solution final_answer back soup_bottom core_sentence hidden_part 汤底 湯底".split())  # fmt: skip
def test_names_of_the_two_texts(tmp_path: Path, surface: str, truth: str):
    puzzle = made(tmp_path, {surface: BELLS[0], truth: BELLS[1]})
    assert (puzzle.statement, puzzle.answer) == BELLS


def test_every_alias_is_known_in_any_case_and_spelling():
    for field, names in ALIASES.items():
        for name in names.split("|"):
            assert field in fields_named(name.upper().replace("_", " ")), name


@pytest.mark.parametrize(
    ("record", "statement", "answer"),
    [
        ({"story": BELLS[0], "answer": BELLS[1]}, *BELLS),
        ({"story": BELLS[1], "question": BELLS[0]}, *BELLS),
        ({"story": BELLS[0], "question": "Why does he do it?", "answer": BELLS[1]}, *BELLS),
        ({"surface": BELLS[0], "answer": {"full": BELLS[1], "short": "A dog."}}, *BELLS),
        ({"puzzle": {"surface": BELLS[0], "bottom": BELLS[1]}}, *BELLS),
        ({"surface": BELLS[0], "answer": BELLS[1], "core_sentence": "He calls his dog."}, *BELLS),
        ({"surface": ["Every evening", "a man rings."], "answer": BELLS[1]}, "Every evening\na man rings.", BELLS[1]),
    ],
)  # fmt: skip
def test_which_text_is_which_is_decided_by_what_else_there_is(
    tmp_path: Path, record: dict[str, Any], statement: str, answer: str
):
    puzzle = made(tmp_path, record)
    assert (puzzle.statement, puzzle.answer) == (statement, answer)


def test_the_decision_on_story_and_question_is_said(tmp_path: Path):
    [report] = opened(written(tmp_path, "a.json", {"story": BELLS[1], "question": BELLS[0]})).reports
    assert "'question' taken as the statement and 'story' as the answer" in report.notes


@pytest.mark.parametrize(
    ("more", "facts", "unconfirmed"),
    [
        ({"facts": ["He is deaf."]}, ["He is deaf."], False),
        ({"keyFacts": ["He is deaf."]}, ["He is deaf."], False),
        ({"key_facts": [{"text": "He is deaf.", "core": True}]}, ["He is deaf."], False),
        ({"facts": [{"factId": "a", "statement": "He is deaf.", "importance": "core", "keywords": ["deaf"]}]}, ["He is deaf."], False),
        ({"key_points": [{"key_point": "He is deaf.", "hint": "His ears."}]}, ["He is deaf."], False),
        ({"tips": ["He is deaf.", "He has a dog."]}, ["He is deaf.", "He has a dog."], True),
        ({"clue": "```\n1. He is deaf.\n2. He has a dog.\n```"}, ["He is deaf.", "He has a dog."], True),
        ({"key_clues": ["1、He is deaf."]}, ["He is deaf."], True),
        ({"story_tree": {"value": "He is deaf.", "key_question": "Can he hear?", "children": [{"value": "He has a dog."}]}}, ["He is deaf.", "He has a dog."], True),
        ({"logic_profile": {"milestones": ["He is deaf."]}}, ["He is deaf."], True),
        ({"propositions": [{"proposition": "He is deaf."}]}, ["He is deaf."], True),
    ],
)  # fmt: skip
def test_facts_in_all_forms(tmp_path: Path, more: dict[str, Any], facts: list[str], unconfirmed: bool):
    puzzle = made(tmp_path, {**BASE, **more})
    assert [(fact.statement, fact.unconfirmed) for fact in puzzle.facts] == [
        (one, unconfirmed) for one in facts
    ]
    assert not any(fact.core for fact in puzzle.facts) or "core" in json.dumps(more)


def test_key_questions_are_proposals_and_no_rulings(tmp_path: Path):
    tree = {"value": "x", "key_question": "Can he hear?", "children": [{"key_question": "Is there a dog?"}]}
    puzzle = made(tmp_path, {**BASE, "story_tree": tree})
    assert puzzle.proposals == ("Can he hear?", "Is there a dog?") and puzzle.rulings == ()


@pytest.mark.parametrize(
    "more",
    [{"hints": ["a", "b"]}, {"hint1": "a", "hint2": "b"}, {"hint_1": "a", "hint_2": "b"}, {"hint": "1. a\n2. b"},
     {"key_points": [{"key_point": "x", "hint": "a"}, {"key_point": "y", "hint": "b"}]}, {"info": {"hint": ["a", "b"]}}],
)  # fmt: skip
def test_hints_in_all_forms(tmp_path: Path, more: dict[str, Any]):
    assert [hint.text for hint in made(tmp_path, {**BASE, **more}).hints] == ["a", "b"]


def test_kinds_become_tags_and_notes_stay_the_authors(tmp_path: Path):
    puzzle = made(
        tmp_path, {**BASE, "category": "crime", "genre": "本格", "tags": "bell, dog", "memo": "Old."}
    )
    assert (puzzle.tags, puzzle.notes) == (("bell", "dog", "crime", "本格"), "Old.")


@pytest.mark.parametrize(("given", "level"), [("7/10 HARD", 4), ("★★★★", 4), ("入门", 1), (-3, 1), ("1e999", 1), ("?", 3)])  # fmt: skip
def test_difficulty(tmp_path: Path, given: Any, level: int):
    [report] = opened(written(tmp_path, "a.json", {**BASE, "difficulty": given})).reports
    assert report.scenario.difficulty in (level, 3)
    assert any(f"difficulty '{given}' taken as" in note for note in report.notes)


def test_columns_are_mapped_as_one_says(tmp_path: Path):
    path = written(tmp_path, "a.csv", f"name,plot,secret\nBell,{BELLS[0]},{BELLS[1]}\n")
    assert [report.error for report in opened(path).reports if report.error]
    columns = {"statement": "plot", "answer": "Secret"}
    [puzzle] = puzzles(path, columns=columns)
    assert (puzzle.statement, puzzle.answer, puzzle.title) == (*BELLS, "Bell")
    with pytest.raises(BadInput, match="there is no field 'plot'"):
        opened(path, columns={"plot": "statement"})


def test_every_column_is_reported_once_with_its_count(tmp_path: Path):
    records = [
        {**BASE, "mood": "dark"},
        {"surface": KITE[0], "bottom": KITE[1], "oracle_rules": {"answerable_topics": []}},
    ]
    [mapping] = opened(written(tmp_path, "a.json", records)).mappings
    assert mapping.columns == {"surface": ("statement", 2), "bottom": ("answer", 2), "mood": (None, 1), "oracle_rules": (None, 1)}  # fmt: skip


def test_what_a_record_was_is_kept(tmp_path: Path):
    [report] = opened(written(tmp_path, "a.json", {**BASE, "mood": "dark"})).reports
    assert json.loads(report.record) == {"file": "a.json", "number": 1, "record": {**BASE, "mood": "dark"}}
    assert "dark" not in json.dumps(report.scenario.to_json())


def test_a_heading_of_a_sheet_is_its_title_beside_a_story_and_else_the_story(tmp_path: Path):
    sheet = {"题目": "敲钟的人", "汤面": KITE[0], "汤底": KITE[1]}
    assert made(tmp_path / "one", sheet).title == "敲钟的人"
    assert made(tmp_path / "two", {"题目": BELLS[0], "答案": BELLS[1]}).statement == BELLS[0]


def test_a_column_that_its_author_leaves_out_stands_for_nothing(tmp_path: Path):
    told = {**BASE, "title": "Bells", "hint": "a private remark"}
    assert made(tmp_path / "one", told).hints
    assert made(tmp_path / "two", told, omitted=["Hint"]).hints == ()
