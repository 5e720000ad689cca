"""Nothing is sold that changes nothing that a die buys."""

from typing import Any, cast

import pytest
from tests.unit.games.heist.playing import in_play

from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.improvements import makes_a_difference


def differs(use: str, **changes: Any) -> bool:
    game = in_play()
    game.make("approach:quay.patrol:slip")  # risky, standard
    framing = game.state["framing"]
    assert framing is not None
    state = cast("HeistState", {**game.state, **changes})
    return makes_a_difference(state, framing, game.score.obstacle("quay.patrol"), use)


@pytest.mark.parametrize(
    ("pool", "filled", "push", "assist"),
    [
        ([4, 2], 0, True, True),  # 2 or 3 of 4; a partial success is less bad
        ([4, 4], 2, False, False),  # what is left is filled anyway, and nothing goes wrong
        ([5, 6], 0, True, False),
        ([1, 1], 0, False, True),  # a push helps no bad die; help makes it a partial one
        ([1, 4], 2, False, True),
    ],
)
def test_what_is_put_in_is_sold_where_some_die_buys_more_or_at_less_harm(
    pool: list[int], filled: int, push: bool, assist: bool
):
    clocks = {"quay.patrol": filled}
    assert differs("push", pool=pool, clocks=clocks) == push
    assert differs("trade", pool=pool, clocks=clocks) == push
    assert differs("assist", pool=pool, clocks=clocks) == assist
