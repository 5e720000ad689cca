"""The form of a puzzle: what it shows is edited, and what it does not show stays."""

from typing import Any

import pytest
from tests.support import BUNDLED, canary_puzzle
from tests.unit.games.situation_puzzle.table import CLOZE

from echoes.core.errors import BadInput
from echoes.games.author_forms import FormField
from echoes.games.situation_puzzle.authoring.form import puzzle_form, puzzle_from_form
from echoes.games.situation_puzzle.puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.puzzle.schema import Puzzle


def filled(form: list[FormField]) -> dict[str, Any]:
    return {field.name: field.value for field in form}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_form_that_is_sent_back_changes_nothing(lang: str):
    [report] = GameDataLoader().read_file(BUNDLED / f"wrong_umbrella_{lang}.json")
    assert isinstance(report.scenario, Puzzle)
    again = puzzle_from_form(filled(puzzle_form(report.scenario, lang)), report.scenario)
    assert again.content_hash == report.scenario.content_hash


def test_a_new_puzzle_needs_title_story_and_answer():
    facts = [
        {"statement": "He is deaf.", "core": True, "wordings": "He hears nothing.\n"},
        {"statement": " "},
    ]
    values = {"title": "The Deaf Man", "language": "en", "statement": "S.", "answer": "A."}
    made = puzzle_from_form({**values, "facts": facts, "tags": "sea, war"}, None)
    assert (made.id, made.tags) == ("the_deaf_man", ("sea", "war"))
    assert [(one.id, one.core, one.wordings) for one in made.facts] == [("f1", True, ("He hears nothing.",))]
    for missing in ("title", "statement", "answer"):
        with pytest.raises(BadInput, match=missing):
            puzzle_from_form({**values, missing: "\u200b"}, None)
    with pytest.raises(BadInput):
        puzzle_from_form({**values, "id": "../x", "facts": "none", "hints": [5]}, None)


def test_a_hint_keeps_what_it_states_and_leads_to_unless_it_is_written_anew():
    first, second = (fact["id"] for fact in canary_puzzle()["facts"][:2])
    hints = [{"text": "Why so quiet?", "steps": [second]}, {"text": "Look up.", "facts": [first]}]
    puzzle = Puzzle.model_validate({**canary_puzzle(), "hints": hints})
    values = filled(puzzle_form(puzzle, "en"))
    values["hints"][1]["text"] = "Look up at the slope."
    kept, new = puzzle_from_form(values, puzzle).hints
    assert (kept.text, kept.steps) == ("Why so quiet?", (second,))
    assert (new.facts, new.steps) == ((), ())


def test_a_fact_that_is_taken_out_goes_out_of_the_rulings():
    puzzle = Puzzle.model_validate(canary_puzzle())
    values = filled(puzzle_form(puzzle, "en"))
    gone = values["facts"].pop(0)["id"]
    values["facts"].append({"statement": "A new one.", "core": False, "wordings": ""})
    edited = puzzle_from_form(values, puzzle)
    assert gone not in {fact.id for fact in edited.facts}
    assert len(edited.rulings) == len(puzzle.rulings)
    assert gone not in {fact for ruling in edited.rulings for fact in (*ruling.facts, *ruling.steps)}


def test_a_cloze_is_written_gap_by_gap_in_the_order_of_its_text():
    puzzle = Puzzle.model_validate(canary_puzzle())
    values = filled(puzzle_form(puzzle, "en"))
    assert (values["cloze"], values["gaps"]) == ("", [])
    first, second = (fact.id for fact in puzzle.facts[:2])
    values["cloze"] = "He feared {fear} because {why}."
    values["gaps"] = [
        {
            "id": "{why}",
            "right": "snow lay",
            "wrong": "it rained\n\nhe slept\n",
            "facts": f"{second}， {first}",
        },
        {"id": "fear", "right": "an avalanche", "wrong": "the dark", "facts": first},
    ]
    edited = puzzle_from_form(values, puzzle)
    assert edited.cloze and [gap.id for gap in edited.cloze.gaps] == ["fear", "why"]
    assert edited.cloze.gaps[1].wrong_texts == ("it rained", "he slept")
    assert edited.cloze.gaps[1].facts == (second, first)
    again = puzzle_from_form(filled(puzzle_form(edited, "zh")), edited)
    assert again.content_hash == edited.content_hash
    values = filled(puzzle_form(edited, "en"))
    values |= {"cloze": " ", "gaps": []}
    assert puzzle_from_form(values, edited).cloze is None


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"right": "", "wrong": "the dark\nthe priest"}, "exactly one has to be"),
        ({"wrong": ""}, "at least two are needed"),
        ({"facts": ""}, "no fact is told"),
        ({"id": "other"}, "no gap 'fear'"),
    ],
)
def test_what_a_gap_lacks_is_told(change: dict[str, str], found: str):
    puzzle = Puzzle.model_validate(canary_puzzle())
    fact = puzzle.facts[0].id
    gap = {"id": "fear", "right": "an avalanche", "wrong": "the dark", "facts": fact}
    other = {"id": "why", "right": "snow lay", "wrong": "it rained", "facts": fact}
    values = {**filled(puzzle_form(puzzle, "en")), "cloze": "He feared {fear} because {why}."}
    with pytest.raises(BadInput, match=found):
        puzzle_from_form({**values, "gaps": [{**gap, **change}, other]}, puzzle)


def test_a_proposed_cloze_that_nobody_touched_still_waits_to_be_confirmed():
    puzzle = Puzzle.model_validate(canary_puzzle(cloze={**CLOZE, "unconfirmed": True}))
    values = filled(puzzle_form(puzzle, "en"))
    kept = puzzle_from_form(values, puzzle)
    values["cloze"] = values["cloze"].replace("silent", "quiet")
    changed = puzzle_from_form(values, puzzle)
    assert (
        kept.cloze and changed.cloze and [kept.cloze.unconfirmed, changed.cloze.unconfirmed] == [True, False]
    )


def test_what_a_cloze_lacks_is_told_in_chinese_too():
    puzzle = Puzzle.model_validate(canary_puzzle())
    values = {**filled(puzzle_form(puzzle, "zh")), "cloze": "{a} {b}"}
    values["gaps"] = [{"id": name, "right": "x", "wrong": "y", "facts": ""} for name in "ab"]
    with pytest.raises(BadInput) as refused:
        puzzle_from_form(values, puzzle)
    assert "没有写第 1 个空的正确选项说出了哪条事实" in refused.value.message("zh")
