"""Improvements: each is sold once, only where it changes something, and says its price."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import Game, in_play

from echoes.games.heist.rules.tables import MOST_STRESS
from echoes.games.heist.turn.improvements import improvements


def framed(key: str = "approach:quay.patrol:slip", **changes: Any) -> Game:
    game = in_play()
    game.state = {**game.state, **changes}  # type: ignore[typeddict-item]
    game.make(key)
    return game


def sold(game: Game) -> dict[str, str]:
    framing = game.state["framing"]
    assert framing is not None
    obstacle = game.score.obstacle(framing["obstacle"])
    return {move.key: move.text for move in improvements(game.score, game.state, framing, obstacle)}


def test_what_an_obstacle_has_is_sold_beside_efforts_of_ones_own():
    assert {*sold(framed())} == {
        "push",
        "trade",
        "assist",
        "gear:lantern",
        "gear:papers",
        "flashback:shift",
        "deal",
    }


@pytest.mark.parametrize("key", ["push", "assist", "deal", "gear:lantern", "flashback:shift"])
def test_nothing_is_sold_twice(key: str):
    game = framed()
    game.make(key)
    assert key not in sold(game)


def test_a_position_is_traded_only_while_it_can_become_worse():
    assert "trade" not in sold(framed("approach:quay.grate:dive"))


def test_a_load_that_is_full_holds_no_more_items():
    load = in_play().state["scoundrel"]["load"]
    assert not [key for key in sold(framed(declared=["rope"] * load)) if key.startswith("gear:")]


def test_a_deal_that_was_made_is_not_offered_again_at_the_next_try():
    assert "deal" not in sold(framed(flags=["tried:quay.patrol:deal"]))


def test_the_price_of_a_deal_that_nobody_sees_is_not_told():
    text = sold(framed())["deal"].lower()
    assert "marrow" not in text


def test_whoever_is_about_to_break_is_warned():
    calm, near = sold(framed()), sold(framed(stress=MOST_STRESS - 1))
    assert {key for key in near if near[key] != calm[key]} == {"push", "assist", "flashback:shift"}
