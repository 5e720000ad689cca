"""The moves that are open in a state: each with its price in its words, and none that makes no difference."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import Game, begun, in_play

from echoes.games.heist.rules.tables import ACTIONS, ARCHETYPES, MOST_STRESS, VICES
from echoes.games.heist.turn.options import obstacles_here


def keys(game: Game, **changes: Any) -> list[str]:
    game.state = {**game.state, **changes}  # type: ignore[typeddict-item]
    return [move.key for move in game.moves]


def texts(game: Game) -> dict[str, str]:
    return {move.key: move.text for move in game.moves}


def test_after_the_end_nothing_is_open():
    assert keys(in_play(), ended=True) == []


def test_a_scoundrel_is_ready_made_or_ones_own_or_whoever_played_before():
    assert keys(begun()) == ["ready", "own"]
    assert keys(begun(), veteran={"name": "Ash", "traumas": []}) == ["veteran", "ready", "own"]


def test_each_step_of_the_sheet_offers_its_own_values():
    game, offered = begun(), dict[str, list[str]]()
    game.make("own")
    while game.state["phase"] == "creation":
        step = game.moves[0].key.split(":")[1]
        offered[step] = [move.key.split(":")[2] for move in game.moves]
        game.make(game.moves[0].key)
    assert offered["archetype"] == [*ARCHETYPES]
    assert offered["vice"] == [*VICES]
    assert {*offered["dots"]} <= {*ACTIONS}
    assert list(offered) == ["name", "pronouns", "archetype", "background", "dots", "vice"]


def test_a_plan_comes_before_its_detail():
    game = begun()
    game.make("ready")
    plans = keys(game)
    assert plans == [f"plan:{key}" for key in game.score.plans]
    game.make(plans[0])
    [plan] = [one for key, one in game.score.plans.items() if plans[0] == f"plan:{key}"]
    assert keys(game) == [f"detail:{key}" for key in plan.details]


def test_what_interrupts_must_be_dealt_with_first_and_nothing_else_is_open():
    game = in_play()
    open_ = keys(game, interrupt={"obstacle": "grate", "entanglement": ""})
    assert {key.rpartition(":")[0] for key in open_} == {"approach:quay.grate"}
    assert [key for key, _ in obstacles_here(game.score, game.state)] == ["quay.grate"]


def test_an_obstacle_that_is_passed_is_no_longer_in_the_way():
    assert "quay.patrol" not in " ".join(keys(in_play(), full=["quay.patrol"]))


def test_a_way_says_its_position_and_effect_as_they_are_now():
    game = in_play()
    assert "risky, standard" in texts(game)["approach:quay.patrol:slip"]
    game.state = {**game.state, "worse": {"quay.patrol": 1}}
    assert "desperate, standard" in texts(game)["approach:quay.patrol:slip"]


def test_each_die_shows_price_and_what_it_fills_and_warns_where_it_would_break_one():
    game = in_play()
    game.make("approach:quay.patrol:slip")
    framing: Any = game.state["framing"]
    dice = {key: text for key, text in texts(game).items() if key.startswith("die:")}
    assert len(dice) == len(game.state["pool"])
    costs = {f"die:{n}": one["stress"] for n, one in enumerate(framing["outcomes"], 1)}
    assert any(costs.values())
    game.state = {**game.state, "stress": MOST_STRESS - 1}
    warned = texts(game)
    assert {key for key in dice if warned[key] != dice[key]} == {
        key for key, stress in costs.items() if stress
    }


def test_where_dice_are_thrown_there_is_one_throw_and_its_number_of_dice():
    game = in_play(dice="roll")
    game.make("approach:quay.patrol:slip")
    assert "throw" in keys(game) and not [key for key in keys(game) if key.startswith("die:")]
    rating = game.state["scoundrel"]["ratings"]["prowl"]
    assert str(rating) in texts(game)["throw"]


@pytest.mark.parametrize(("stress", "open_"), [(0, ["accept", "resist"]), (MOST_STRESS, ["accept"])])
def test_who_is_at_the_breaking_point_cannot_resist(stress: int, open_: list[str]):
    pending = {"clock": "watch", "ticks": 2, "harm": 1, "attribute": "prowess"}
    assert keys(in_play(), mood="aftermath", pending=pending, stress=stress) == open_


def test_between_scenes_what_is_free_costs_nothing_and_then_a_coin_and_without_one_one_goes_on():
    game = in_play()
    game.make("retreat")
    free = texts(game)
    game.state = {**game.state, "free": 0, "coin": 1}
    paid = texts(game)
    assert {*paid} == {*free} and paid["do:recover"] != free["do:recover"]
    assert keys(game, coin=0) == ["go", "walk_away"]


def test_only_goals_that_are_not_reached_are_worked_on():
    game = in_play()
    game.make("retreat")
    assert "do:work:boat" in keys(game)
    assert "do:work:boat" not in keys(game, full=["boat"])


@pytest.mark.parametrize(
    ("coin", "ways"), [(2, ["way:pay", "way:run", "way:stand"]), (1, ["way:run", "way:stand"])]
)
@pytest.mark.parametrize("phase", ["playing", "between_scenes"])
def test_one_pays_somebody_off_with_what_one_has(coin: int, ways: list[str], phase: str):
    came = {"obstacle": "", "entanglement": "raid"}
    assert keys(in_play(), phase=phase, interrupt=came, coin=coin) == ways
