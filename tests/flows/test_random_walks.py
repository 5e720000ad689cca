"""What is bundled is played at random, again and again: nothing breaks, and everything in it is reached."""

import pytest
from tests.unit.games.heist.playing import score_in
from tests.unit.games.party.table import BUNDLED

from echoes.games.heist.pack.random_walk import walk_score
from echoes.games.party.pack.random_walk import walk_module

NAMES = sorted({name for name, _ in BUNDLED})
MODULES = {"eleven_lanterns": 2, "low_water": 1}
SEEDS = {"eleven_minutes": 2, "tidewater_ledger": 84}
"""Seeds of random walks that reach all of a module or a score soon; a change of its rules may need another."""


@pytest.mark.parametrize("name", NAMES)
def test_everything_in_a_module_is_reached_by_chance(name: str):
    assert walk_module(BUNDLED[name, "en"], MODULES[name]) == []


@pytest.mark.parametrize("name", sorted(SEEDS))
def test_all_scenes_obstacles_and_endings_of_a_bundled_score_are_reached(name: str):
    assert walk_score(score_in("en", name), SEEDS[name], walks=60) == []
