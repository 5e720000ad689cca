"""A role reads its tiers and no others."""

import pytest

from echoes.core.seats.roles import DEFAULT_ACCESS, Role, Tier
from echoes.games.situation_puzzle.roles import HINT_MASTER, PUZZLE_ACCESS
from echoes.rag.access_control import readable_tiers


@pytest.mark.parametrize("role", [Role.PLAYER, Role.OBSERVER, Role.NARRATOR])
def test_who_speaks_to_players_reads_the_public_tier_alone(role: Role):
    assert readable_tiers(role) == (Tier.PUBLIC,)


def test_the_hint_master_never_reads_the_secret_tier():
    assert readable_tiers(HINT_MASTER, PUZZLE_ACCESS) == (Tier.PUBLIC, Tier.HINT)


def test_the_referee_reads_everything():
    assert readable_tiers(Role.REFEREE) == tuple(Tier)


def test_every_role_is_listed_and_an_unlisted_one_reads_nothing():
    assert set(DEFAULT_ACCESS) == set(Role)
    assert readable_tiers(Role.PLAYER, {}) == ()
