"""What ends a score or has a price is done only when it is said in its own words."""

import pytest
from tests.unit.games.heist.playing import in_play, score_in

from echoes.games.heist.turn.exits import affirmed, is_taken_by_words, leaves, own_words
from echoes.games.heist.turn.options import OpenMove

SCORE, STATE = score_in("en"), in_play().state
WALL, HALL = ({**STATE, "scene": scene} for scene in ("wall", "hall"))
DOWN = OpenMove("exit:down", "Go down into the undercroft", ("down",), label="Go down")


@pytest.mark.parametrize(
    ("key", "leaving"),
    [("exit:down", True), ("retreat", True), ("walk_away", True), ("approach:x", False), ("deal", False)],
)
def test_moves_that_leave(key: str, leaving: bool):
    assert leaves(OpenMove(key, "x")) is leaving


@pytest.mark.parametrize(
    ("message", "taken"),
    [
        ("let us go down", True),
        ("do not go down", False),
        ("should we go down?", False),
        ("look down the stairs", False),
        ("Odalys, go down", False),  # words to somebody
    ],
)
def test_an_exit_without_a_price_is_taken_by_plain_words(message: str, taken: bool):
    assert is_taken_by_words(SCORE, STATE, DOWN, message) is taken


@pytest.mark.parametrize("key", ["retreat", "walk_away", "deal", "bargain:heat"])
def test_what_has_a_price_is_never_taken_by_free_words(key: str):
    assert not is_taken_by_words(SCORE, STATE, OpenMove(key, "x"), "yes do it")


def test_an_exit_with_a_price_or_an_end_is_not_taken_by_free_words():
    assert not is_taken_by_words(SCORE, HALL, OpenMove("exit:lift", "x"), "take the lift")
    assert is_taken_by_words(SCORE, HALL, OpenMove("exit:stairs", "x"), "take the stairs")
    assert not is_taken_by_words(SCORE, WALL, OpenMove("exit:sell", "x"), "sell it")


def test_its_own_name_pays_any_price_and_a_cue_none():
    sell = OpenMove("exit:sell", "Sell it — 4 coins", ("sell",), label="Sell it")
    stone = OpenMove("approach:x", "Throw a stone", ("stone",), label="Throw a stone")
    moves = [sell, stone]
    assert own_words(SCORE, WALL, moves, "sell it") == "exit:sell"
    assert own_words(SCORE, WALL, moves, "sell") == ""
    assert own_words(SCORE, WALL, moves, "stone") == "approach:x"


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("not the stairs, take the lift", " take the lift"),
        ("不要走楼梯，坐电梯", "坐电梯"),
        ("take the lift", "take the lift"),
        ("don't go", ""),
    ],
)
def test_what_is_denied_is_not_done(message: str, kept: str):
    assert affirmed(message) == kept
