"""A challenged ruling is reviewed by other evidence than the wording that decided it."""

from typing import Any

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import bakery

from echoes.games.situation_puzzle.referees.contract import RefereeDependencies, RefereeSettings, open_referee
from echoes.games.situation_puzzle.referees.rules.suggestions import UNAIDED
from echoes.games.situation_puzzle.referees.types import Question, Review, Ruling


async def review(text: str, given: Ruling, **changes: Any) -> Review:
    unaided = RefereeSettings(evidence="none")
    dependencies = RefereeDependencies(bakery(**changes), UNAIDED, settings=unaided)
    return await open_referee("embedded", dependencies).review(Question(text), given)


@pytest.mark.parametrize(
    ("ruling", "outcome"), [("YES", "upheld"), ("NO", "withdrawn"), ("IRRELEVANT", "withdrawn")]
)
async def test_what_the_author_states_decides(ruling: Any, outcome: str):
    found = await review("Did the baker hide a map in the bread?", Ruling(ruling, "embedded"))
    assert (found.outcome, found.rationale) == (outcome, "the author states it: map")


async def test_the_wording_that_decided_is_no_witness():
    given = Ruling("NO", "embedded", authored=0)
    assert (await review("Was the bread poisoned?", given)).outcome == "unsettled"


@pytest.mark.parametrize(("other", "outcome"), [("NO", "upheld"), ("YES", "unsettled")])
async def test_another_ruling_on_the_same_is_a_witness(other: str, outcome: str):
    rulings = [
        {"text": "Was the bread poisoned?", "ruling": "NO"},
        {"text": "Had the bread been poisoned?", "ruling": other},
    ]
    found = await review("Was the bread poisoned?", Ruling("NO", "embedded", authored=0), rulings=rulings)
    assert found.outcome == outcome


async def test_without_a_witness_nothing_is_settled():
    assert (await review("Was the moon green?", Ruling("NO", "embedded"))).outcome == "unsettled"
