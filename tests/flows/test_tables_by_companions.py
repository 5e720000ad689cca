"""Tables that play by themselves end, and show nobody what only another may know."""

import pytest
from tests.unit.games.party.table import BUNDLED

from echoes.bench.party.games import play_tables


@pytest.mark.parametrize("player", ["companion", "random"])
@pytest.mark.parametrize("name", sorted(BUNDLED), ids="-".join)
def test_games_of_companions_end_and_leak_nothing(name: tuple[str, str], player: str):
    results = play_tables(BUNDLED[name], player, range(10), seed=1)
    assert all(one.ending and not one.leaks for one in results)
