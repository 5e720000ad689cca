"""Labelled cases: told from puzzles, taken in as unconfirmed, and never against what the author ruled."""

from typing import Any

import pytest

from echoes.games.situation_puzzle.importing import cases
from echoes.games.situation_puzzle.importing.cases import Case, add_cases, case_of, label_column


def case(text: str, label: str = "") -> Case:
    return Case("Bell", text, label, {})


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"story": "Bell", "text": "Is he deaf?", "label": "T"}, ("Bell", "Is he deaf?", "T")),
        ({"story": "Bell", "question": "Is he deaf?", "answer": "yes"}, ("Bell", "Is he deaf?", "yes")),
        ({"story_id": "bell", "question": "Is he deaf?"}, ("bell", "Is he deaf?", "")),
        ({"story": "Bell", "question": "Is he deaf?", "label": "hm"}, ("Bell", "Is he deaf?", "hm")),
    ],
)
def test_a_question_on_a_story_of_another_file_is_a_case(fields: Any, found: tuple[str, str, str]):
    read = case_of(fields)
    assert read is not None and (read.story, read.text, read.label) == found


@pytest.mark.parametrize(
    "fields",
    [
        {"title": "Bell", "statement": "A man rings.", "answer": "He is deaf."},
        {
            "story": "Bell",
            "question": "Is he deaf?",
            "answer": "He is deaf and rings it for his dog, every day.",
        },
        {"text": "Is he deaf?", "label": "T"},
        {"story": {"title": "Bell"}, "text": "Is he deaf?", "label": "T"},
        {"story": "A long story", "question": "Is he deaf?"},
    ],
)
def test_a_puzzle_or_what_names_no_story_is_none(fields: Any):
    assert case_of(fields) is None


def test_a_case_becomes_an_unconfirmed_ruling_with_the_label_of_its_source():
    puzzle: dict[str, Any] = {}
    add_cases(puzzle, [case("Is he deaf?", "T")])
    assert puzzle["rulings"] == [
        {"texts": ["Is he deaf?"], "ruling": "YES", "unconfirmed": True, "label": "T"}
    ]


def test_a_case_without_a_ruling_waits_for_one():
    puzzle: dict[str, Any] = {}
    add_cases(puzzle, [case("Is he deaf?"), case("Is he old?", "hm")])
    assert puzzle["proposals"] == ["Is he deaf?", "Is he old?"]


def test_labels_that_disagree_settle_nothing():
    puzzle: dict[str, Any] = {}
    [note] = add_cases(puzzle, [case("Is he deaf?", "T"), case("is he deaf", "F")])
    assert (puzzle["rulings"], puzzle["proposals"]) == ([], [])
    assert note.startswith("2 cases: 2") and "disagree" in note


def test_the_author_is_not_contradicted_and_nothing_is_asked_twice():
    puzzle: dict[str, Any] = {
        "rulings": [{"texts": ["Is he deaf?"], "ruling": "YES"}],
        "proposals": ["Is he old?"],
    }
    notes = add_cases(puzzle, [case("Is he deaf?", "F"), case("Is he old?")])
    assert len(puzzle["rulings"]) == len(puzzle["proposals"]) == 1
    assert len(notes) == 2


def test_what_is_the_same_counts_once():
    puzzle: dict[str, Any] = {}
    notes = add_cases(puzzle, [case("Is he deaf?", "T"), case("Is he deaf?", "yes")])
    assert len(puzzle["rulings"]) == 1
    assert any("the same as another" in note for note in notes)


def test_no_more_rulings_are_taken_than_a_puzzle_may_have(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cases, "MAX_RULINGS", 1)
    puzzle: dict[str, Any] = {}
    notes = add_cases(puzzle, [case("Is he deaf?", "T"), case("Is he old?", "F")])
    assert len(puzzle["rulings"]) == 1
    assert any("left out beyond" in note for note in notes)


def test_without_cases_a_puzzle_is_left_alone():
    puzzle: dict[str, Any] = {}
    assert add_cases(puzzle, []) == [] and puzzle == {}


@pytest.mark.parametrize("name", ["expected", "期望", "gold_2", "Ergebnis", "correct?"])
def test_a_column_of_nothing_but_rulings_is_the_label_whatever_its_name(name: str):
    rows = [
        {"story_id": "bell", "question": "Is he deaf?", name: "yes", "why": "He does not hear it."},
        {"story_id": "bell", "question": "Is he old?", name: "irrelevant", "explanation": "It says nothing."},
        {"story_id": "bell", "question": "Is he poor?"},
    ]
    assert label_column(rows) == name
    read = [case_of(row, name) for row in rows]
    assert [one.label for one in read if one] == ["yes", "irrelevant", ""]


def test_a_puzzle_with_an_id_and_a_mark_of_its_own_is_no_case():
    row = {"puzzle_id": "bell", "question": "A man rings.", "answer": "He is deaf.", "verified": "yes"}
    assert case_of(row, "verified") is None


@pytest.mark.parametrize(("yes", "no"), [(True, False), ("TRUE", "False")])
@pytest.mark.parametrize(
    ("name", "is_named"), [("expected", True), ("is_correct", True), ("reviewed", False), ("hard", False)]
)
def test_true_and_false_are_rulings_only_under_a_name_that_says_so(
    name: str, is_named: bool, yes: Any, no: Any
):
    rows = [{"story_id": "bell", "question": "Is he deaf?", name: value} for value in (yes, no)]
    assert label_column(rows) == (name if is_named else "")
    assert label_column([*rows, {"story_id": "bell", "question": "Is he?", name: "both"}]) == name


def test_a_column_named_like_a_label_comes_before_another_of_rulings():
    assert label_column([{"solved": "yes", "verdict": "no", "text": "?"}]) == "verdict"
    assert label_column([{"story": "Bell", "verdict": "no idea at all"}]) == ""


def test_the_columns_of_cases_may_be_named_by_hand():
    row = {"Frage": "Is he deaf?", "zu": "Bell", "Urteil": "yes", "verdict": "hm"}
    read = case_of(row, "", {"rulings": "urteil", "proposals": "Frage", "title": "zu"})
    assert read is not None and (read.story, read.text, read.label) == ("Bell", "Is he deaf?", "yes")
    assert case_of(row, "", {"statement": "Frage", "answer": "Urteil"}) is None
