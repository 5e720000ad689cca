"""The form of a puzzle: what it shows is edited, and what it does not show stays."""

from typing import Any

import pytest
from tests.support import BUNDLED, canary_puzzle

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
