"""Rules in play: what each move does, that the log alone gives the state, and that undo gives no luck."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from tests.unit.games.heist.playing import Game, begun, in_play

from echoes.core.errors import InvalidTransition
from echoes.core.log.events import Event
from echoes.games.heist.events import ActionFramed, DieSpent, OptionsOffered, Told
from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.reducer import heist_after
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.tables import MOST_DICE, MOST_HARM, MOST_HEAT, MOST_STRESS, MOST_WANTED
from echoes.games.heist.rules.trouble import break_down

LONGEST = 700


def stray(game: Game, chance: random.Random, moves: int = LONGEST) -> Game:
    while not game.state["ended"] and moves:
        open_ = [move for move in game.moves if move.key != "walk_away"] or game.moves
        assert open_, f"no way on from {game.state['scene']} in the mood {game.state['mood']}"
        game.make(chance.choice(open_).key)
        moves -= 1
    return game


@settings(max_examples=25)
@given(some.integers(0, 10**6), some.sampled_from(["pool", "roll"]), some.sampled_from(["en", "zh"]))
def test_any_game_ends_within_bounds_and_follows_from_its_log_alone(number: int, dice: str, language: str):
    game = begun(f"any/{number}", language, dice=dice)
    chance, state = random.Random(number), game.before
    told: list[str] = []
    while not game.state["ended"]:
        stray(game, chance, 1)
        now = game.state
        assert 0 <= now["stress"] <= MOST_STRESS
        assert 0 <= now["heat"] <= MOST_HEAT
        assert 0 <= now["wanted"] <= MOST_WANTED
        assert 0 <= now["harm"] <= MOST_HARM
        assert len(now["pool"]) <= MOST_DICE
        for clock, filled in now["clocks"].items():
            whole = game.score.obstacle(clock).clock if "." in clock else game.score.clocks[clock].segments
            assert 0 <= filled <= whole
        assert len(game.entries) < 30 * LONGEST
    for entry in game.entries:
        state = heist_after(state, entry)
        if isinstance(entry.event, DieSpent) and entry.event.text:
            told.append(entry.event.text)
    assert state == game.state
    assert len(told) == len({*told}), "no line is told twice"


def test_outcomes_are_committed_before_the_choice_and_stand():
    game = in_play("committed")
    [framed] = [event for event in game.first("approach:") if isinstance(event, ActionFramed)]
    outcomes = game.state["framing"]["outcomes"]
    for offer, outcome in zip(framed.dice, outcomes, strict=True):
        assert (offer.die, offer.stress, offer.heat, offer.tier) == (
            outcome["die"], outcome["stress"], outcome["heat"], outcome["tier"],
        )  # fmt: skip
        assert "text" not in type(offer).model_fields, "the narrative stays hidden"
    stress, heat = game.state["stress"], game.state["heat"]
    pool = game.state["pool"]
    [spent, *_] = [event for event in game.make("die:2") if isinstance(event, DieSpent)]
    assert (spent.die, spent.tier) == (outcomes[1]["die"], outcomes[1]["tier"])
    assert spent.pool == [die for place, die in enumerate(pool) if place != 1]
    assert game.state["stress"] - stress == outcomes[1]["stress"]
    assert game.state["heat"] - heat == outcomes[1]["heat"]


def test_undo_and_retry_never_change_a_die_a_price_or_a_framing():
    game = in_play("again")
    at, seen = game.state, set()
    keys = [move.key for move in game.moves if move.key.startswith("approach:quay.patrol")]
    for number in range(1000):
        game.state = at  # what undo comes to: the fold of the log without the last turns
        [framed] = [one for one in game.make(keys[number % len(keys)]) if isinstance(one, ActionFramed)]
        if number % 3 == 0:
            game.make("drop")
            [framed] = [one for one in game.make(keys[number % len(keys)]) if isinstance(one, ActionFramed)]
        seen.add((framed.approach, tuple((one.die, one.stress, one.heat, one.tier) for one in framed.dice)))
        game.make(f"die:{number % 5 + 1}")
    assert len(seen) == len(keys)
    assert len({tuple(offer[:3] for offer in dice) for _, dice in seen}) == 1, "nor does another approach"


def test_failure_always_changes_something():
    for number in range(40):
        game = in_play(f"failure/{number}")
        game.make("approach:quay.grate:hinge")
        bad = [n for n, one in enumerate(game.state["framing"]["outcomes"], 1) if one["tier"] == "bad"]
        if not bad:
            continue
        before = game.state
        game.make(f"die:{bad[0]}")
        assert game.state["stress"] > before["stress"]
        assert game.state["pending"]["ticks"] == 2
        assert game.state["worse"]["quay.grate"] == 1
        game.first("accept")
        assert game.state["clocks"]["bell"] > before["clocks"].get("bell", 0)
        return
    raise AssertionError("forty pools without a 1")


def spoken(events: list[Event], by: str) -> list[str]:
    return [event.text for event in events if isinstance(event, Told) and event.by == by]


def test_the_precipice_speaks_once_before_each_desperate_obstacle_and_the_crack_at_each_scar():
    game = in_play("edge")
    game.state = {**game.state, "shift": 2}
    edge, crack = (game.score.voices[by] for by in ("precipice", "crack"))
    first, again = (
        game.make("approach:quay.patrol:slip"),
        game.make("drop") and game.make("approach:quay.patrol:slip"),
    )
    other = game.make("drop") and game.make("approach:quay.grate:hinge")
    assert [spoken(events, "precipice") for events in (first, again, other)] == [[edge[0]], [], [edge[1]]]
    for line in crack:
        game.state = {**game.state, "mood": "aftermath", "stress": 9, "pending": game.state["pending"]}
        play = HeistPlay(game.score, game.state, PlainDice())
        break_down(play)
        assert spoken([entry.event for entry in play.entries()], "crack") == [line]
        game.state = play.state
        game.first("trauma:")


def test_other_dice_are_drawn_where_a_fork_asks_for_them_and_are_the_same_each_time():
    game = in_play("fresh")
    game.state = {**game.state, "pool": []}
    pools = []
    for times in (0, 1, 1, 2):
        play = HeistPlay(game.score, {**game.state, "renewed": times}, PlainDice())
        play.gain_dice(5, "recover")
        pools.append(play.state["pool"])
    assert pools[1] == pools[2]
    assert len({tuple(pool) for pool in pools}) == 3


def test_between_two_scenes_threats_come_nearer_and_time_costs_coin():
    game = in_play("between")
    before = game.state
    game.make("retreat")
    assert game.state["clocks"]["watch"] == before["clocks"].get("watch", 0) + 1
    game.state = {**game.state, "coin": 1, "stress": 5, "heat": 5, "pool": [4]}
    game.make("do:vice")
    game.make("do:lay_low")
    assert (game.state["free"], game.state["coin"]) == (0, 1)
    assert game.state["stress"] < 5
    assert game.state["heat"] < 5
    tide = game.state["clocks"]["bell"]
    game.make("do:recover")
    assert (game.state["coin"], len(game.state["pool"])) == (0, 4)
    assert game.state["clocks"]["bell"] == tide + 1, "rest takes time"
    assert {move.key for move in game.moves} == {"go", "walk_away"}
    game.make("go")
    assert (game.state["phase"], game.state["mood"]) == ("playing", "scene")


def test_hidden_clocks_show_in_no_event_but_omens():
    game = in_play("hidden")
    game.make("approach:quay.patrol:slip")
    events = game.make("deal")
    assert game.state["clocks"]["marrow"] >= 1
    text = "".join(event.model_dump_json() for event in events if event.event != "omen_shown")
    assert "marrow" not in text.lower()
    assert not any(isinstance(event, OptionsOffered) for event in events)


def test_what_threatens_and_is_full_already_is_heat_and_is_said_so():
    game = in_play()
    game.state = {**game.state, "full": ["watch"], "heat": 0}
    [framed] = [one for one in game.make("approach:quay.patrol:slip") if one.event == "action_framed"]
    assert framed.threat == ""
    worst = min(range(len(game.state["pool"])), key=lambda place: game.state["pool"][place])
    game.make(f"die:{worst + 1}")
    assert next(one.text for one in game.moves if one.key == "accept").startswith("Take it: heat +")
    before, ticks = game.state["heat"], game.state["pending"]["ticks"]
    game.make("accept")
    assert game.state["heat"] == before + ticks


def test_only_the_goal_that_the_cards_brought_is_worked_on():
    game = in_play()
    game.make("retreat")
    goals = [move.key for move in game.moves if move.key.startswith("do:work:")]
    assert goals == [f"do:work:{key}" for key in ("own_name", "boat") if key in game.state["clocks"]]
    assert len(goals) == 1


@pytest.mark.parametrize("move", ["push", "assist"])
def test_what_is_paid_for_makes_a_difference_however_bad_it_stands(move: str):
    game = in_play("seed")
    key = "quay.grate"
    game.state = {**game.state, "shift": 1, "harm": 1, "worse": {key: 2}}
    game.make(f"approach:{key}:bars")  # desperate, and no rating in it
    before: Any = game.state["framing"]
    game.make(move)
    after: Any = game.state["framing"]
    part = "effect" if move == "push" else "position"
    assert before[part] != after[part]


def test_nothing_is_tried_while_somebody_comes_for_the_scoundrel():
    game = in_play()
    game.state = {**game.state, "interrupt": {"obstacle": "", "entanglement": "raid"}}
    with pytest.raises(InvalidTransition):
        game.make("approach:quay.patrol:slip")
