"""Statistics of a scenario are sums over first tries."""

from tests.unit.memory.games import game

from echoes.core.log.records import HintStatistics, ScenarioStatistics
from echoes.memory.ledger import add_game, first_tries


def test_statistics_say_which_hints_helped():
    counted = ScenarioStatistics(puzzle_id="p1", lang="en")
    for helped in (True, False, False):
        counted = add_game(counted, game(1, hints_given=[{"level": 2, "helped": helped}]))
    assert counted.hints == {"2": HintStatistics(given=3, helped=1)}
    assert (counted.first_tries, counted.solved, counted.questions) == (3, 3, 30)


def test_each_player_counts_for_a_puzzle_once():
    games = [game(1), game(2, puzzle_id="p1"), game(3, puzzle_id="p1", player_id="bob")]
    assert sorted(record.session_id for record in first_tries(games)) == ["s-1", "s-3"]
