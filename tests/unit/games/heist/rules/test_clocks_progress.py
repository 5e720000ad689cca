"""How far a heist has come: by scenes, by the obstacles of the current one, and never back."""

import random

import pytest
from tests.unit.games.heist.playing import begun, in_play, score_in

from echoes.games.heist.rules.clocks import heist_progress, scenes_left

SCORE = score_in("en")


@pytest.mark.parametrize(
    ("scene", "left"), [("wall", 1), ("vault", 2), ("undercroft", 3), ("hall", 3), ("quay", 4)]
)
def test_the_shortest_way_to_an_ending_counts(scene: str, left: int):
    assert scenes_left(SCORE, scene) == left


def test_before_the_first_scene_there_is_none_and_after_the_end_there_is_all():
    assert heist_progress(SCORE, begun().state) == 0.0
    assert heist_progress(SCORE, {**in_play().state, "ended": True}) == 1.0


def test_the_obstacle_counts_on_which_most_was_done():
    state = in_play().state
    clocks = [{}, {"quay.patrol": 1}, {"quay.patrol": 1, "quay.grate": 2}, {"quay.grate": 4}]
    made = [heist_progress(SCORE, {**state, "clocks": one}) for one in clocks]
    assert made == [0.0, 0.0625, 0.125, 0.25]


def test_a_game_that_has_not_ended_is_never_quite_done():
    state = {**in_play().state, "scene": "wall", "done": ["quay", "hall", "vault"] * 9}
    assert heist_progress(SCORE, {**state, "clocks": {"wall.water": 4}}) == 0.95


@pytest.mark.parametrize("seed", ["a", "b"])
def test_it_stays_within_bounds_in_any_game(seed: str):
    game, chance = begun(seed), random.Random(seed)
    for _ in range(60):
        moves = [move.key for move in game.moves if move.key != "walk_away"]
        if not moves:
            break
        game.make(chance.choice(moves))
        assert 0 <= heist_progress(SCORE, game.state) <= 1
