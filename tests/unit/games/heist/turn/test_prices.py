"""Prices in words: all that is paid, and nothing that a player may not know."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import in_play, score_in

from echoes.games.heist.pack.parts import ScoreEffects
from echoes.games.heist.rules.tables import MOST_STRESS
from echoes.games.heist.turn.prices import breaking_text, cost_text, price_text


def cost(language: str = "en", state: Any = None, **effects: Any) -> str:
    return cost_text(score_in(language), {**in_play().state, **(state or {})}, ScoreEffects(**effects))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_die_says_stress_and_heat_and_that_it_is_free_where_it_is(language: str):
    both, stress, free = (price_text(language, *price) for price in ((2, 1), (2, 0), (0, 0)))
    assert both.startswith(stress) and "1" in both and "2" in stress
    assert free and not any(one.isdigit() for one in free)


def test_what_is_gained_is_no_price():
    assert cost(coin=2, stress=-1, heat=-1) == ""
    assert "2" in cost(coin=-2)


def test_a_clock_is_named_where_it_is_seen_and_a_hidden_one_never():
    assert score_in("en").clocks["watch"].name in cost(ticks={"watch": 1})
    assert score_in("en").clocks["creel"].name in cost(ticks={"creel": 1})
    assert cost(ticks={"marrow": 1}) == ""
    assert cost(ticks={"watch": -1}) == ""


def test_what_would_move_a_full_clock_is_the_heat_that_it_turns_into_or_moves_the_one_that_waits():
    assert cost(state={"full": ["watch"]}, ticks={"watch": 3}, stress=2) == "stress 2, heat 3"
    full = {"full": ["watch"]}
    assert cost(state=full, ticks={"watch": -1}, heat=1) == cost(heat=1), (
        "what would ease it eases nothing else"
    )
    assert score_in("en").clocks["breath"].name in cost(state={"full": ["bell"]}, ticks={"bell": 1})


def test_only_a_price_that_fills_stress_is_warned_of():
    near: Any = {**in_play().state, "stress": MOST_STRESS - 1}
    assert breaking_text("en", near, 1)
    assert breaking_text("en", near, 0) == breaking_text("en", in_play().state, 1) == ""
