"""Lint of hints: each leads to one core fact, and tells neither more nor what anybody asks at once."""

import json
from typing import Any

import pytest
from tests.support import ROOT, canary_puzzle
from tests.unit.games.situation_puzzle.table import FEARED, SNOW

from echoes.games.situation_puzzle.authoring.lint_hints import lint_hints
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

LAST = {"text": "Look up at the slope.", "steps": [SNOW]}
TOLD = "The ringing would have loosed an avalanche zzfactone."
BUNDLED = sorted((ROOT / "data" / "situation_puzzles").glob("*_en.json"))


def rules(*hints: Any, **changes: Any) -> list[str]:
    puzzle = Puzzle.model_validate(canary_puzzle(hints=hints, **changes))
    return [one.worded().rule for one in lint_hints(puzzle, reader_of(puzzle))]


def test_a_hint_that_leads_to_one_core_fact_is_as_it_should_be():
    assert rules({"text": "Why so quiet?", "steps": [FEARED]}, LAST, {"text": TOLD, "facts": [FEARED]}) == []


@pytest.mark.parametrize("hint", [TOLD, {"text": "Quiet, for a reason.", "facts": [FEARED]}])
def test_only_the_last_hint_states_a_core_fact(hint: Any):
    assert rules(hint, LAST) == ["hint-gives-away"]


def test_no_hint_tells_two_core_facts_not_even_the_last():
    assert rules(LAST, {"text": "All of it.", "facts": [FEARED, SNOW]}) == ["hint-tells-more"]
    in_words = " ".join(fact["statement"] for fact in canary_puzzle()["facts"])
    assert rules(LAST, {"text": in_words}) == ["hint-tells-more"]


def test_a_hint_that_leads_to_two_core_facts_is_given_though_one_is_known():
    assert rules({"text": "Why so quiet?", "steps": [FEARED, SNOW]}, LAST) == ["hint-aims-at-more"]


def test_what_open_questions_settle_is_no_hint():
    ruling = {"texts": ["Was the sexton deaf?"], "ruling": "NO", "open": True}
    deaf = {"text": "The sexton was not deaf.", "steps": [FEARED]}
    assert rules(deaf, LAST, rulings=[ruling]) == ["hint-settled"]
    assert rules({**deaf, "text": "The sexton was not deaf. So why?"}, LAST, rulings=[ruling]) == []
    assert rules(deaf, LAST, rulings=[{**ruling, "open": False}]) == []


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_bundled_hints_lead_to_one_core_fact_each_and_alike_in_both_languages(path: Any):
    read = [
        Puzzle.model_validate(json.loads(one.read_text("utf-8")))
        for one in (path, path.with_name(path.name.replace("_en", "_zh")))
    ]
    links = [[(hint.facts, hint.steps) for hint in puzzle.hints] for puzzle in read]
    assert links[0] == links[1]
    assert 3 <= len(links[0]) <= 5
    for puzzle in read:
        core = {*puzzle.core_facts}
        assert [len(core & {*hint.facts, *hint.steps}) for hint in puzzle.hints] == [1] * len(puzzle.hints)
        assert not any(core & {*hint.facts} for hint in puzzle.hints[:-1])
