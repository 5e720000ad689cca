"""Words while dice are on offer: a free die is spent where one is meant, else it is asked which."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import Game, in_play

from echoes.games.heist.turn.die_intent import die_intent


def offered(prices: list[int], pool: list[int]) -> Game:
    game = in_play()
    game.first("approach:")
    framing = game.state["framing"]
    assert framing
    outcomes: Any = [
        {**framing["outcomes"][0], "die": die, "stress": price, "heat": 0}
        for die, price in zip(pool, prices, strict=True)
    ]
    changed: Any = {**game.state, "pool": pool, "framing": {**framing, "outcomes": outcomes}}
    game.state = changed
    return game


@pytest.mark.parametrize("said", ["the free one", "花一颗不花代价的"])
@pytest.mark.parametrize(
    ("prices", "pool", "kind", "dice"),
    [
        ([1, 0, 2], [4, 6, 3], "move", ["die:2"]),
        ([1, 0, 0], [4, 6, 6], "move", ["die:2"]),
        ([1, 0, 0], [4, 5, 6], "choose", ["die:3", "die:2"]),
        ([1, 1, 2], [4, 5, 3], "command", []),
    ],
)
def test_a_free_die_is_spent_where_one_is_meant(
    said: str, prices: list[int], pool: list[int], kind: str, dice: list[str]
):
    game = offered(prices, pool)
    intent = die_intent("en" if said.isascii() else "zh", game.state, game.moves, said)
    assert intent and intent.kind == kind
    assert ([intent.move] if kind == "move" else [move.key for move in intent.moves]) == dice


def test_a_number_that_is_spelt_out_may_be_a_die_or_an_option():
    game = offered([1, 1, 2], [4, 2, 3])
    intent = die_intent("en", game.state, game.moves, "two")
    assert intent and [move.key for move in intent.moves] == ["die:2"]
    intent = die_intent("en", game.state, game.moves, "three")
    assert intent and [move.key for move in intent.moves] == ["die:3"]
    intent = die_intent("en", game.state, game.moves, "four")
    assert intent and [move.key for move in intent.moves] == ["die:1", game.moves[3].key]
    assert die_intent("en", game.state, game.moves, "which is the free one?") is None
