"""Denial: a "not" is heard where it turns something down, and not where it is a word of what is offered."""

import pytest
from tests.unit.games.heist.playing import in_play

from echoes.games.heist.turn.denial import denies, refuses
from echoes.games.heist.turn.open_move import OpenMove

LABELLED = (OpenMove("die:1", "-", (), label="they never look up"),)


@pytest.mark.parametrize(
    ("message", "denied"),
    [("I don't want to fight", True), ("never the grate", True), ("cross the quay", False), ("knot the rope", False),
     ("不要打", True), ("我想去别处", False), ("别去", True)],
)  # fmt: skip
def test_in_a_scene_a_plain_not_denies(message: str, denied: bool):
    assert denies(in_play().state, (), message) is denied


@pytest.mark.parametrize(
    ("message", "denied"), [("they never look up", False), ("not they never look up", True)]
)
def test_where_moves_have_prices_a_not_of_an_option_is_no_denial(message: str, denied: bool):
    game = in_play()
    game.make("approach:quay.patrol:slip")
    assert denies(game.state, LABELLED, message) is denied


@pytest.mark.parametrize(
    ("language", "plain", "refused"),
    [("en", "no", True), ("en", "no thanks", True), ("en", "no, the grate", False), ("en", "know", False),
     ("zh", "不要", True), ("zh", "不要，翻墙过去", False)],
)  # fmt: skip
def test_a_refusal_says_nothing_else(language: str, plain: str, refused: bool):
    assert refuses(language, plain) is refused


def test_too_many_noes_may_mean_anything():
    assert refuses("en", "no no no")
    assert not refuses("en", "no no no no")
