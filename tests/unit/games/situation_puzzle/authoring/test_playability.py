"""One function judges from what a puzzle has how far it can be played without a model."""

from typing import Any

import pytest
from tests.support import BUNDLED, canary_puzzle

from echoes.games.situation_puzzle.authoring.playability import playability
from echoes.games.situation_puzzle.puzzle.in_play import without_unconfirmed
from echoes.games.situation_puzzle.puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

FACTS = [{"id": "f1", "statement": "The bell is cracked.", "core": True}]
RULINGS = [
    {"texts": [f"Is it number {n}?", f"Is {n} the number?"], "ruling": "YES", "facts": ["f1"]}
    for n in range(150)
]
WHOLE: dict[str, Any] = {"facts": FACTS, "rulings": RULINGS, "hints": ["Listen."]}


def judged(language: str = "en", **changes: Any) -> tuple[str, str]:
    puzzle = Puzzle.model_validate(canary_puzzle(**{**WHOLE, **changes}))
    found = playability(puzzle, without_unconfirmed(puzzle), language)
    assert bool(found.next_step) == (found.level != "well"), "what is lacking has a next step"
    return found.level, found.reason


@pytest.mark.parametrize(
    ("changes", "level", "reason"),
    [
        ({}, "well", "150 rulings in 300 wordings reach all 1 core facts"),
        ({"rulings": []}, "not", "no question has been ruled on"),
        ({"rulings": [{**one, "unconfirmed": True} for one in RULINGS]}, "not", "150 of 150 rulings wait"),
        ({"facts": [], "rulings": [{**one, "facts": []} for one in RULINGS]}, "hardly", "has no facts"),
        ({"facts": [{"id": "f1", "statement": "It is cracked."}]}, "hardly", "no fact is marked as core"),
        ({"facts": [*FACTS, {"id": "f2", "statement": "Snow lay.", "core": True}]}, "hardly", "facts f2"),
        ({"rulings": RULINGS[:149]}, "hardly", "it has 149 of the 150 or so rulings that it needs"),
        ({"rulings": [{**one, "texts": one["texts"][:1]} for one in RULINGS]}, "hardly", "1.0 wordings"),
        ({"hints": []}, "hardly", "no hints"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_lacking_is_named(changes: dict[str, Any], level: str, reason: str):
    assert (judged(**changes)[0], reason in judged(**changes)[1]) == (level, True)
    assert judged("zh", **changes)[0] == level


def test_a_bundled_puzzle_is_played_well_without_a_model():
    [report] = GameDataLoader().read_file(BUNDLED / "wrong_umbrella_zh.json")
    assert isinstance(report.scenario, Puzzle)
    assert playability(report.scenario, report.scenario, "zh").level == "well"
