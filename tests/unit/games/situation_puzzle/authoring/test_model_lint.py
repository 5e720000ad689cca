"""A model's findings are named as its own, are no errors, and never name what is not there."""

from typing import Any

import pytest
from tests.support import canary_puzzle

from echoes.core.errors import ModelFailed
from echoes.games.situation_puzzle.authoring.model_lint import ModelLint, model_requests
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.models.providers.scripted import ScriptedClient


def puzzle(rulings: int = 21) -> Puzzle:
    asked = [{"texts": [f"Had it {number} parts?"], "ruling": "NO"} for number in range(rulings)]
    return Puzzle.model_validate(canary_puzzle(rulings=asked))


FACTS: dict[str, Any] = {
    "unsupported": [{"id": "zzfactid1", "why": "nobody says so"}, {"id": "f99", "why": "x"}],
    "contradicted": [],
}


@pytest.mark.parametrize(("language", "says"), [("en", "is wrong: it had"), ("zh", "不对：it had")])
async def test_each_finding_names_the_model_and_its_place(language: str, says: str):
    wrong = {"wrong": [{"n": 1, "why": "it had"}, {"n": 7, "why": "there is none"}]}
    replies = [FACTS, {"wrong": [{"n": 1, "why": "too much"}]}, {"wrong": []}, wrong]
    client = ScriptedClient(replies, "m1")
    found = await ModelLint(puzzle(), client, language).findings()
    assert [(one.rule, one.place, one.severity, one.by) for one in found] == [
        ("model-unsupported", "facts.zzfactid1", "warning", "m1"),
        ("model-hint", "hints[1]", "warning", "m1"),
        ("model-ruling", "rulings[21]", "warning", "m1"),
    ]
    assert says in found[-1].message
    client.assert_used_up()
    assert model_requests(puzzle()) == len(replies)


async def test_a_reply_that_cannot_be_read_is_said_and_a_model_that_is_away_ends_it():
    found = await ModelLint(puzzle(1), ScriptedClient(["junk", "junk", {"wrong": []}])).findings()
    assert [(one.rule, one.severity) for one in found] == [("model-unread", "note")] * 2
    with pytest.raises(ModelFailed):
        await ModelLint(puzzle(1), ScriptedClient([ModelFailed("unreachable", "away")])).findings()
