"""A game of moves gets lint and a walk without writing either."""

import pytest
from tests.unit.games.world.small_game import small_game, small_pack

from echoes.core.errors import BadInput
from echoes.games.world.world_walk import walk_world


def test_a_walk_reaches_all_and_says_what_it_never_reached():
    game, closed = small_game(), small_pack()
    assert walk_world(game, closed, 1, 40) == []
    more = {"gone": {"title": "Gone", "text": "-"}, "never": {"title": "Never", "text": "-"}}
    assert walk_world(game, small_pack(endings=more), 1, 12) == ["never reached: ending never"]


def test_lint_names_places_without_a_way():
    places = {
        "hall": {"name": "the hall", "text": "-", "exits": ["yard"]},
        "yard": {"name": "the yard", "text": "-"},
        "attic": {"name": "the attic", "text": "-", "exits": ["hall"]},
    }
    assert small_game().lint(small_pack(places=places)) == [
        "place 'attic' can't be reached", "place 'yard' has no way out",
    ]  # fmt: skip


def test_a_game_without_a_scenario_to_begin_with_says_so():
    with pytest.raises(BadInput, match="no scenario to begin with"):
        small_game().smallest("first", "en")
