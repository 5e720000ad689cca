"""What ends a score or has a price is done only when it is said in its own words."""

from tests.unit.games.heist.playing import in_play, score_in

from echoes.games.heist.turn.exits import has_price, own_words
from echoes.games.heist.turn.options import OpenMove

SCORE, STATE = score_in("en"), in_play().state
WALL, HALL = ({**STATE, "scene": scene} for scene in ("wall", "hall"))
DOWN = OpenMove("exit:down", "Go down into the undercroft", ("down",), label="Go down")


def test_an_exit_that_ends_the_score_or_costs_something_has_a_price():
    assert has_price(SCORE, HALL, OpenMove("exit:lift", "x"))
    assert not has_price(SCORE, HALL, OpenMove("exit:stairs", "x"))
    assert has_price(SCORE, WALL, OpenMove("exit:sell", "x"))
    assert not has_price(SCORE, WALL, OpenMove("retreat", "x")), "that is told by its kind"


def test_its_own_name_pays_any_price_and_a_cue_none():
    sell = OpenMove("exit:sell", "Sell it — 4 coins", ("sell",), label="Sell it")
    stone = OpenMove("approach:x", "Throw a stone", ("stone",), label="Throw a stone")
    moves = [sell, stone]
    assert own_words(SCORE, WALL, moves, "sell it") == "exit:sell"
    assert own_words(SCORE, WALL, moves, "sell") == ""
    assert own_words(SCORE, WALL, moves, "stone") == "approach:x"
