"""Bundled modules are played at random, again and again: nothing breaks, and everything in them is reached."""

import pytest
from tests.unit.games.party.table import BUNDLED

from echoes.games.party.pack.random_walk import walk_module

NAMES = sorted({name for name, _ in BUNDLED})


@pytest.mark.parametrize("name", NAMES)
def test_everything_in_a_module_is_reached_by_chance(name: str):
    assert walk_module(BUNDLED[name, "en"], seed=1) == []
