"""A session moves through its phases, and never otherwise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.core.errors import InvalidTransition
from echoes.games.situation_puzzle.phase import Phase


def test_a_game_goes_from_the_lobby_to_its_end():
    phase = Phase.LOBBY
    for following in (Phase.INTRO, Phase.PLAYING, Phase.AWAITING_FINAL, Phase.COMPLETED):
        phase = phase.to(following)
    assert phase.ended


@given(st.sampled_from(Phase), st.sampled_from(Phase))
def test_only_listed_moves_are_allowed(one: Phase, other: Phase):
    if one == other or other in one.successors:
        assert one.to(other) is other
    else:
        with pytest.raises(InvalidTransition):
            one.to(other)


@pytest.mark.parametrize("end", [Phase.COMPLETED, Phase.ABORTED])
def test_nothing_follows_an_end(end: Phase):
    assert not end.successors
