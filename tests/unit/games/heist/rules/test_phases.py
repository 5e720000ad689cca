"""Phases and moods: each is reached in play, and only along the ways that there are."""

import random
from typing import get_args

import pytest
from tests.unit.games.heist.playing import score_in

from echoes.core.errors import InvalidTransition
from echoes.core.log.entries import Entry
from echoes.games.heist.pack.random_walk import PlainDice, begun_heist
from echoes.games.heist.reducer import heist_after
from echoes.games.heist.rules.moves import make_heist_move
from echoes.games.heist.rules.phases import HeistMood, HeistPhase, check_mood, check_phase
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.options import open_moves


def states_of_a_walk(seed: str) -> list[HeistState]:
    """Every state of a game played at random, also within a message."""
    score, chance = score_in("en"), random.Random(seed)
    state = begun_heist(score, seed)
    found = [state]
    while not state["ended"]:
        play, before = HeistPlay(score, state, PlainDice()), state
        chosen = chance.choice([one for one in open_moves(score, state) if one.key != "walk_away"])
        make_heist_move(play, chosen.key, chosen.text)
        for entry in play.entries():
            before = heist_after(before, Entry(entry.event, entry.trace))
            found.append(before)
        state = play.state
    return found


def test_every_phase_and_every_mood_is_reached():
    phases: set[HeistPhase] = set()
    moods: set[HeistMood] = set()
    for seed in map(str, range(30)):
        for state in states_of_a_walk(seed):
            phases.add(state["phase"])
            moods.add(state["mood"])
    assert phases == {*get_args(HeistPhase)}
    assert moods == {*get_args(HeistMood)}


@pytest.mark.parametrize(
    ("was", "now"), [("creation", "playing"), ("ended", "playing"), ("playing", "scenario")]
)
def test_a_phase_that_may_not_follow_is_refused(was: HeistPhase, now: HeistPhase):
    with pytest.raises(InvalidTransition, match=f"'{now}' can't follow '{was}'"):
        check_phase(was, now)


@pytest.mark.parametrize(("was", "now"), [("scene", "aftermath"), ("bargain", "action"), ("", "trauma")])
def test_a_mood_that_may_not_follow_is_refused(was: HeistMood, now: HeistMood):
    with pytest.raises(InvalidTransition, match="can't follow"):
        check_mood(was, now)
