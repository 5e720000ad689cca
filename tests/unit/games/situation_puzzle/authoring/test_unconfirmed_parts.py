"""Parts of a puzzle that wait for its author, each with what can be decided."""

from typing import Any

import pytest
from tests.support import canary_puzzle
from tests.unit.games.situation_puzzle.table import CLOZE

from echoes.games.author_forms import SURE_BELOW
from echoes.games.situation_puzzle.authoring.unconfirmed_parts import group_rank, unconfirmed_parts
from echoes.games.situation_puzzle.authoring.waiting_words import WAITING_WORDS
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

WORDS = WAITING_WORDS["en"]


def waiting(**parts: Any) -> list[Any]:
    bare: dict[str, Any] = {"hints": [], "cast": [], "rulings": [], **parts}
    return [*unconfirmed_parts(Puzzle.model_validate(canary_puzzle(**bare)), WORDS)]


@pytest.mark.parametrize(
    ("parts", "group", "text", "details"),
    [
        ({"hints": [{"text": "Think.", "unconfirmed": True}]}, "hints", "Think.", ()),
        (
            {"cast": [{"name": "the sexton", "aliases": ["he", "him"], "unconfirmed": True}]},
            "cast",
            "the sexton",
            ("he, him",),
        ),
        ({"synonyms": [{"words": ["bell", "chime"], "unconfirmed": True}]}, "synonyms", "bell, chime", ()),
        (
            {"synonyms": [{"words": ["bell", "chime"], "broader": ["thing"], "unconfirmed": True}]},
            "synonyms",
            "bell, chime",
            ("broader: thing",),
        ),
        (
            {"facts": [{"id": "f1", "statement": "Snow.", "unconfirmed_wordings": ["Ice."]}]},
            "wordings",
            "Snow.",
            ("Ice.",),
        ),
    ],
)
def test_a_part_is_right_or_dropped(parts: dict[str, Any], group: str, text: str, details: tuple[str, ...]):
    [gap] = waiting(**parts)
    assert (gap.group, gap.text, tuple(gap.details)) == (WORDS[f"group_{group}"], text, details)
    assert ([value for value, _ in gap.choices], gap.suggested) == (["keep", "drop"], "keep")


@pytest.mark.parametrize(("core", "suggested"), [(True, "core"), (False, "keep")])
def test_a_fact_is_true_and_perhaps_needed_and_never_confirmed_with_others(core: bool, suggested: str):
    [gap] = waiting(facts=[{"id": "f1", "statement": "Snow.", "core": core, "unconfirmed": True}])
    assert ([value for value, _ in gap.choices], gap.suggested) == (["core", "keep", "drop"], suggested)
    assert gap.doubt >= SURE_BELOW


def test_a_cloze_is_shown_as_it_is_right_with_its_wrong_choices_and_never_confirmed_with_others():
    [gap] = waiting(cloze={**CLOZE, "unconfirmed": True})
    assert gap.text == "The sexton feared an avalanche. He was silent because snow lay on the slope."
    assert gap.details[0] == "the dark / the priest (wrong, in place of “an avalanche”)"
    assert gap.doubt >= SURE_BELOW and ([value for value, _ in gap.choices], gap.suggested) == (
        ["keep", "drop"],
        "keep",
    )


def test_what_its_author_has_confirmed_does_not_wait():
    assert waiting() == []


def test_each_group_has_its_place_and_what_is_in_doubt_comes_first():
    ranks = group_rank(WORDS)
    assert {*ranks} == {text for key, text in WORDS.items() if key.startswith("group_")}
    assert min(ranks, key=lambda heading: ranks[heading]) == WORDS["group_disagreements"]
