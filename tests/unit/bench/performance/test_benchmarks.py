"""The games that are measured are of situation puzzles, whatever other kinds of game are there."""

from echoes.bench.performance.benchmarks import puzzles_in_turn
from echoes.engine.engine import GameEngine
from echoes.games.situation_puzzle.puzzle.schema import Puzzle


async def test_every_puzzle_has_its_turn_and_nothing_else_has(engine: GameEngine):
    there = engine.scenarios.list_all()
    puzzles = [one.id for _, one in there if isinstance(one, Puzzle) and one.language == "en"]
    assert len(puzzles) < len({one.id for _, one in there})
    planned = puzzles_in_turn(engine, len(puzzles) + 1)
    assert [game.puzzle for game in planned] == [*puzzles, puzzles[0]]
    assert [game.seed for game in planned] == [*range(len(planned))]
