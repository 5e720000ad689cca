"""A guide for newcomers: nothing in it gives a story away."""

import json
from pathlib import Path

import pytest
from tests.support import BUNDLED, event

from echoes.games.situation_puzzle.guide import STARTERS, guide_in
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

OTHER = {"YES": "NO", "NO": "YES"}


def puzzle(*rulings: dict[str, object]) -> Puzzle:
    facts = [{"id": "f1", "statement": "It was snow.", "core": True}]
    return Puzzle.model_validate(
        {"id": "p", "title": "P", "language": "en", "statement": "S", "answer": "A", "facts": facts}
        | {"rulings": rulings}
    )


def opening(text: str, about: str, ruling: str = "NO", **more: object) -> dict[str, object]:
    return {"text": text, "ruling": ruling, "about": about, "open": True, **more}


@pytest.mark.parametrize(
    "other",
    [
        opening("Not open?", "crime", open=False),
        opening("Is it telling?", "crime", "YES", facts=["f1"]),
        opening("Does it lead on?", "crime", "YES", steps=["f1"]),
        opening("Is it both?", "crime", "YES AND NO"),
        opening("Does it matter?", "crime", "IRRELEVANT"),
        opening("It is a claim.", "crime"),
        opening("Is it elsewhere?", "nowhere"),
    ],
)
def test_only_open_questions_that_tell_of_no_fact_are_proposed(other: dict[str, object]):
    found = guide_in("en").starters(puzzle(other, opening("Did anybody die?", "alive_or_dead")))
    assert found == ["Did anybody die?"]


def test_each_is_about_something_else():
    asked = [
        opening(f"{place} {n}?", place) for n in (1, 2) for place in ("who", "crime", "surface", "feelings")
    ]
    assert guide_in("en").starters(puzzle(*asked)) == ["crime 1?", "surface 1?", "feelings 1?"]


@pytest.mark.parametrize("path", sorted(BUNDLED.glob("*_??.json")), ids=lambda path: path.stem)
def test_a_bundled_puzzle_has_three_and_they_tell_nothing_of_the_rulings(path: Path):
    data = json.loads(path.read_text("utf-8"))
    data.pop("schema_version")
    found = guide_in(data["language"]).starters(Puzzle.model_validate(data))
    assert len(found) == STARTERS
    for ruling in data["rulings"]:
        if not ruling.get("facts") and not ruling.get("steps"):
            ruling["ruling"] = OTHER.get(ruling["ruling"], ruling["ruling"])
    assert guide_in(data["language"]).starters(Puzzle.model_validate(data)) == found


def test_only_yes_and_no_needs_a_word():
    ruled = {"event": "question_ruled", "text": "a?", "source": "embedded", "turn": 1}
    words = {
        ruling: guide_in("en").explanation(event(**ruled, ruling=ruling)) for ruling in ("YES", "YES AND NO")
    }
    assert words["YES"] == ""
    assert "not in another" in words["YES AND NO"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_tutorial_has_three_turns_and_ends_with_the_solution(lang: str):
    guide = guide_in(lang)
    assert len(guide.rules) == len(guide.tutorial.steps) == 3
    icons = [{outcome.badge.icon for outcome in step.outcomes} for step in guide.tutorial.steps]
    assert {"✔", "✘"} <= icons[0] and "◐" in icons[1] and "★" in icons[2]
    assert all(outcome.remark for step in guide.tutorial.steps for outcome in step.outcomes)


def test_in_another_language_it_is_english():
    assert guide_in("fr").rules == guide_in("en").rules
