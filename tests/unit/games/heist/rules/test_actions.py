"""Actions: every outcome is committed before a die is chosen, and whatever is paid for makes a difference."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import Game, in_play, score_in

from echoes.games.heist.events import ActionFramed, DieSpent, StressChanged
from echoes.games.heist.rules.actions import filled_by, position_and_effect

OBSTACLE = "quay.patrol"
PATROL = score_in("en").obstacle(OBSTACLE)
SLIP = "approach:quay.patrol:slip"


def stands(*used: str, approach: str = "slip", **changes: Any) -> tuple[str, str]:
    state = {**in_play().state, **changes}
    return position_and_effect(state, OBSTACLE, PATROL, approach, [*used])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("used", "changes", "expected"),
    [
        ((), {}, ("risky", "standard")),
        (("push",), {}, ("risky", "great")),
        (("trade",), {}, ("desperate", "great")),
        (("assist",), {}, ("controlled", "standard")),
        (("trade", "assist"), {}, ("risky", "great")),
        (("gear:lantern/effect",), {}, ("risky", "great")),
        (("flashback:shift/position",), {}, ("controlled", "standard")),
        ((), {"shift": 1}, ("desperate", "standard")),
        ((), {"worse": {OBSTACLE: 1}}, ("desperate", "standard")),
        ((), {"harm": 1}, ("risky", "limited")),
        ((), {"harm": 2}, ("desperate", "limited")),
    ],
)
def test_what_one_is_in_and_what_is_put_in_shift_position_and_effect(
    used: tuple[str, ...], changes: dict[str, Any], expected: tuple[str, str]
):
    assert stands(*used, **changes) == expected


def test_help_helps_even_where_things_could_not_be_worse():
    assert stands("assist", shift=2)[0] == "risky"


def test_a_way_that_nobody_wrote_has_little_effect():
    assert stands(approach="improvised:prowl") == ("risky", "limited")


def framed(game: Game) -> ActionFramed:
    return next(one for one in game.make(SLIP) if isinstance(one, ActionFramed))


def test_each_die_is_offered_with_its_price_and_spent_as_it_was_offered():
    game = in_play()
    offer = framed(game).dice[2]
    spent = next(one for one in game.make("die:3") if isinstance(one, DieSpent))
    assert (spent.die, spent.tier) == (offer.die, offer.tier)
    assert len(spent.pool) == 4
    assert game.state["stress"] >= offer.stress and game.state["heat"] == offer.heat


def test_thinking_better_of_it_draws_nothing_anew():
    game = in_play()
    first = framed(game)
    game.make("drop")
    assert framed(game).dice == first.dice
    assert game.state["stress"] == 0


def test_a_push_is_paid_at_once_and_raises_what_each_die_fills():
    game = in_play()
    before = framed(game)
    pushed = game.make("push")
    assert any(isinstance(one, StressChanged) and one.new == 2 for one in pushed)
    after = next(one for one in pushed if isinstance(one, ActionFramed))
    assert after.used == ("push",)
    assert all(new.filled >= old.filled for new, old in zip(after.dice, before.dice, strict=True))
    assert after.dice != before.dice


@pytest.mark.parametrize(("filled", "expected"), [(0, 3), (3, 4)])
def test_a_clock_is_never_filled_beyond_its_end(filled: int, expected: int):
    state = {**in_play().state, "clocks": {OBSTACLE: filled}}
    assert filled_by(state, OBSTACLE, PATROL, "critical", "standard") == expected  # type: ignore[arg-type]
