"""The embedded referee: right, or it asks back, or says why it does not rule."""

from typing import Any

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import bakery

from echoes.games.situation_puzzle.referees.contract import RefereeDependencies
from echoes.games.situation_puzzle.referees.rules.referee import EmbeddedReferee
from echoes.games.situation_puzzle.referees.rules.suggestions import UNAIDED
from echoes.games.situation_puzzle.referees.types import Abstention, Hypothesis, Question, Ruling


def referee(**changes: Any) -> EmbeddedReferee:
    return EmbeddedReferee(RefereeDependencies(bakery(**changes), UNAIDED))


REFEREE = referee()


@pytest.mark.parametrize(
    ("text", "ruling"),
    [("Was the bread poisoned?", "NO"), ("Is the baker old?", "IRRELEVANT"),
     ("Was a map inside the bread?", "YES")],
)  # fmt: skip
async def test_the_authors_rulings_are_given(text: str, ruling: str):
    found = await REFEREE.rule(Question(text))
    assert (found.ruling if isinstance(found, Ruling) else None) == ruling


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Why was the bread poisoned?", "not_polar"),
        ("Is the moon green? Does it rain?", "many"),
        ("面包有毒吗？", "language"),
        ("sdfkjh sdkfjh", "unknown"),
    ],
)
async def test_what_is_not_ruled_has_a_reason(text: str, reason: str):
    found = await REFEREE.rule(Question(text))
    assert isinstance(found, Abstention) and found.reason == reason


async def test_a_puzzle_without_rulings_says_that_it_has_none():
    found = await referee(rulings=[]).rule(Question("Does the moon shine?"))
    assert isinstance(found, Abstention) and found.reason == "unruled"


async def test_a_choice_that_was_picked_has_its_exact_ruling():
    found = REFEREE.authored(1, "the map?")
    assert (found.ruling, found.authored, found.facts) == ("YES", 1, ("map",))
    assert "the map?" in found.rationale


async def test_time_is_told_and_no_model_is_called():
    found = await REFEREE.rule(Question("Was the bread poisoned?"))
    verdict = await REFEREE.judge(Hypothesis("He hid a map in the bread."))
    assert found.usage.model_calls == verdict.usage.model_calls == 0
    assert found.usage.elapsed_ms > 0 and verdict.usage.elapsed_ms > 0
