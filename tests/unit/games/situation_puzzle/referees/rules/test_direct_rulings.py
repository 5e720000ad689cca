"""Direct rulings: on a player's own words, where the author's say the same; likeness alone never decides."""

from typing import Any

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import bakery

from echoes.games.situation_puzzle.referees.rules.analysis_cache import analysis_of
from echoes.games.situation_puzzle.referees.rules.direct_rulings import DirectRulings, combine_rulings
from echoes.games.situation_puzzle.referees.types import Ruling


def direct(**changes: Any) -> DirectRulings:
    puzzle = bakery(**changes)
    return DirectRulings(puzzle, analysis_of(puzzle), "test")


DIRECT = direct()


def exact(text: str, by: DirectRulings = DIRECT) -> Ruling | None:
    return by.exact(text, by.ruling_index.reader.clauses(text))


def inferred(text: str, by: DirectRulings = DIRECT) -> Ruling | None:
    return by.inferred(text, by.ruling_index.reader.clauses(text))


@pytest.mark.parametrize(
    ("text", "ruling", "number"),
    [
        ("Was the bread poisoned?", "NO", 0),
        ("WAS A MAP INSIDE THE BREAD", "YES", 1),
        ("Did he sell flour?", "NO", 4),
    ],
)
def test_the_authors_own_question_has_the_authors_ruling(text: str, ruling: str, number: int):
    found = exact(text)
    assert found is not None and (found.ruling, found.authored) == (ruling, number)
    assert f"ruling {number + 1}" in found.rationale


def test_a_ruling_brings_its_facts():
    found = exact("Was a map inside the bread?")
    assert found is not None and found.facts == ("map",)


def test_what_the_author_states_is_so():
    found = exact("The army escaped over the bridge.")
    assert found is not None and (found.ruling, found.facts) == ("YES", ("army",))


def test_a_negated_claim_has_the_other_ruling_and_a_negated_question_none():
    found = inferred("The bread was not poisoned.") or exact("The bread was not poisoned.")
    assert found is not None and found.ruling == "YES"
    assert exact("Was the bread not poisoned?") is None, "a yes could mean either"


@pytest.mark.parametrize(
    "text", ["Did the baker steal the bread?", "Was the flour poisoned?", "Is it raining?"]
)
def test_what_nobody_ruled_on_is_not_ruled_on(text: str):
    assert exact(text) is inferred(text) is None


def test_wordings_that_their_author_ruled_in_two_ways_settle_nothing():
    twice = direct(rulings=[{"text": "Is he old?", "ruling": "YES"}, {"text": "is he old", "ruling": "NO"}])
    assert exact("Is he old?", twice) is None


def test_two_questions_in_one_are_not_ruled_as_one_unless_each_part_is():
    both = "Was the bread poisoned and did the spy steal the bread?"
    found = inferred(both)
    assert found is not None and found.ruling == "NO"
    assert inferred("Was the bread poisoned and is it raining?") is None


def ruling(word: Any, *facts: str, confidence: float = 1.0) -> Ruling:
    return Ruling(word, "test", facts, confidence, rationale=f"because {word}")


def test_a_compound_question_brings_the_facts_of_its_true_parts_and_the_least_confidence():
    found = combine_rulings([ruling("YES", "a", confidence=0.8), ruling("NO", "b"), ruling("YES", "a", "c")])
    assert found is not None
    assert (found.ruling, found.facts, found.confidence) == ("YES AND NO", ("a", "c"), 0.8)
    assert combine_rulings([ruling("YES"), ruling("IRRELEVANT")]) is None
