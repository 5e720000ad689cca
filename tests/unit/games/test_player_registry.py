"""AI players by name: what one lacks is said before a game begins."""

import pytest

from echoes.core.errors import BadInput, UnknownName
from echoes.games.player import PlayerSeat
from echoes.games.player_registry import PlayerRegistry
from echoes.games.situation_puzzle.events import PuzzleStarted

PLAYERS = PlayerRegistry("echoes.no_such_group", {"model": "builtins:object"})
STARTED = PuzzleStarted(
    puzzle_id="x", title="X", lang="en", puzzle_hash="", statement="Y", referee="embedded"
)


def test_every_kind_of_game_has_the_scripted_player():
    assert PLAYERS.names() == ["model", "scripted"]


@pytest.mark.parametrize(
    ("name", "problem", "message"),
    [
        ("model", BadInput, "has no model"),
        ("scripted", BadInput, "has no script"),
        ("nobody", UnknownName, "nobody"),
    ],
)
def test_a_player_that_lacks_what_it_needs_is_refused(name: str, problem: type[Exception], message: str):
    with pytest.raises(problem, match=message):
        PLAYERS.check(name, None, ())


async def test_the_scripted_player_says_its_lines_and_then_nothing():
    player = PLAYERS.open("scripted", PlayerSeat(STARTED, look=None, script=("one", "two")))
    moves = [await player.move([], 9) for _ in range(3)]
    assert [move and move.text for move in moves] == ["one", "two", None]
