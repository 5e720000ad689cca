"""Figures of AI players: solve rates over puzzles, controls apart, invalid games in no rate."""

from dataclasses import replace
from typing import Any, cast

from echoes.bench.players.figures import player_figures, puzzles_of, rate
from echoes.bench.players.plan import PlayersRunPlan
from echoes.bench.players.results import FinalAnswer, GameResult, PlayerMessage
from echoes.core.operation.usage import Usage

PLAN = cast(
    "PlayersRunPlan", {"prices": {}, "models": {"player": {"model": None}, "referee": {"model": None}}}
)
MESSAGE = PlayerMessage("Was he deaf?", 0, (), 0, Usage())
GAME = GameResult(
    puzzle="bell", lang="en", story="bell en", hash="h", player="baseline", referee="embedded", repeat=0,
    seed=1, control=False, file="", ending="solved", valid=True, solved=True, why="", turns=4, failed=0,
    player_usage=Usage(), ruled=3, asked_back=0, not_ruled=0, hints=0,
    answers=(FinalAnswer(4, "SOLVED", 1.0),), coverage=(0.0, 0.5, 1.0), rulings_by=("embedded",),
    prompt_version=None, referee_usage=Usage(), moves=(MESSAGE,) * 4, repeated=1, kept_from_repeating=0,
    seconds=2.0,
)  # fmt: skip
LOST = replace(GAME, story="kite en", puzzle="kite", solved=False, ending="capped", turns=8, coverage=(0.25,))


def figures(*rows: GameResult, plan: PlayersRunPlan = PLAN) -> dict[str, Any]:
    [found] = player_figures(rows, plan)
    return found.to_json()


def test_rates_are_means_over_puzzles_of_means_over_repeats():
    found = figures(GAME, GAME, GAME, LOST)
    assert (found["puzzles"], found["games"], found["endings"]) == (2, 4, {"capped": 1, "solved": 3})
    assert (found["solve_rate"], found["coverage"], found["turns"]) == (0.5, 0.625, 6)
    assert (found["turns_when_solved"], found["median_turns_when_solved"]) == (4, 4)
    assert (found["repeated"], found["repeated_share"]) == (4, 0.25)


def test_a_game_that_has_ended_keeps_its_last_coverage():
    assert figures(GAME, LOST)["coverage_by_round"] == [0.125, 0.375, 0.625]


def test_an_invalid_game_is_counted_and_in_no_rate():
    broken = replace(LOST, valid=False, why="the model did not answer", failed=3)
    found = figures(GAME, broken)
    assert (found["games"], found["invalid"], found["solve_rate"], found["referee_failures"]) == (2, 1, 1, 3)
    assert rate([GAME, broken]) == 1
    assert rate([broken]) is None


def test_controls_are_counted_apart():
    found = figures(GAME, replace(LOST, control=True))
    assert (found["games"], found["solve_rate"]) == (1, 1)
    assert (found["control_games"], found["control_solve_rate"]) == (1, 0)


def test_a_cost_is_known_only_where_each_model_has_a_price():
    usage = Usage(model_calls=1, prompt_tokens=1_000_000, completion_tokens=500_000)
    game = replace(GAME, player="model@small", player_usage=usage)
    assert figures(game)["cost"] is None
    priced = cast("PlayersRunPlan", {**PLAN, "prices": {"small": {"prompt": 2.0, "completion": 4.0}}})
    assert figures(game, plan=priced)["cost"] == 4
    assert figures(GAME)["cost"] == 0


def test_players_are_grouped_by_referee_and_language_and_puzzles_over_languages():
    chinese = replace(GAME, lang="zh", story="bell zh", solved=False)
    assert [one.lang for one in player_figures([chinese, GAME], PLAN)] == ["en", "zh"]
    assert puzzles_of([GAME, chinese])["bell"]["solve_rate"] == 1  # of two stories
    assert puzzles_of([GAME, chinese])["bell"]["stories"] == 2
