"""People: who can be spoken to, how they stand to the scoundrel, and what they still have to say."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import in_play

from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.people import disposition_of, people_here, speak_with
from echoes.games.heist.rules.play import HeistPlay


@pytest.mark.parametrize("changes", [{"phase": "between_scenes"}, {"scene": ""}])
def test_outside_a_scene_nobody_is_there(changes: Any):
    assert people_here(in_play().score, {**in_play().state, **changes}) == []


@pytest.mark.parametrize("bond", [-9, 0, 9])
def test_a_disposition_stays_between_hostile_and_loyal(bond: int):
    state: Any = in_play().state
    score, sheet = in_play().score, {**state["scoundrel"], "bonds": {"odalys": bond}}
    own = score.people["odalys"].disposition
    assert disposition_of(score, {**state, "scoundrel": sheet}, "odalys") == {-9: -2, 0: own, 9: 2}[bond]


def test_who_is_there_can_be_spoken_to_and_says_no_line_twice():
    game = in_play("speaking")
    play = HeistPlay(game.score, game.state, PlainDice())
    said = []
    while speak_with(play, "odalys", "hello"):
        said.append(play.entries()[-1].event.text)
    assert len(said) == len({*said}) == len(game.score.people["odalys"].says)
    assert {key for key, _ in people_here(game.score, game.state)} == {"odalys"}, "not whom a flag brings"
