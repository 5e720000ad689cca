"""Scenes: what it cost to come is not forgotten, and what threatens comes nearer with each that is left."""

import pytest
from tests.unit.games.heist.playing import in_play, score_in

from echoes.games.heist.events import ClockTicked, SceneEntered, SceneLeft
from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.scenes import (
    compress,
    do_activity,
    enter_scene,
    fitting_ending,
    retreat,
    take_exit,
)
from echoes.games.heist.rules.tables import BEATS

SCORE = score_in("en")


def play(**changes: object) -> HeistPlay:
    return HeistPlay(SCORE, {**in_play().state, **changes}, PlainDice())  # type: ignore[typeddict-item]


def events(one: HeistPlay, kind: type) -> list[object]:
    return [entry.event for entry in one.entries() if isinstance(entry.event, kind)]


def test_a_second_visit_reads_otherwise():
    one = play(mood="")
    enter_scene(one, "quay")
    [entered] = events(one, SceneEntered)
    assert entered.text != SCORE.scenes["quay"].text  # type: ignore[attr-defined]
    assert one.state["visits"]["quay"] == 2


@pytest.mark.parametrize(("shift", "kept"), [(-5, -1), (1, 1), (9, 2)])
def test_a_shift_of_position_has_bounds(shift: int, kept: int):
    one = play(mood="", visits={})
    enter_scene(one, "quay", shift)
    assert one.state["shift"] == kept


def test_an_exit_pays_off_and_lets_threats_come_nearer():
    one = play()
    take_exit(one, SCORE.scenes["quay"].exits["down"])
    assert (one.state["phase"], one.state["to"]) == ("between_scenes", "undercroft")
    assert one.state["coin"] == 1 + SCORE.scenes["quay"].pay
    ticked = {event.clock for event in events(one, ClockTicked)}  # type: ignore[attr-defined]
    assert ticked and all(SCORE.clocks[clock].kind in ("threat", "racing") for clock in ticked)


def test_who_owes_is_looked_for():
    owing, even = play(coin=-9), play(coin=9)
    for one in (owing, even):
        take_exit(one, SCORE.scenes["quay"].exits["down"])
    assert owing.state["heat"] > even.state["heat"]


def test_an_exit_that_leads_nowhere_ends_the_score_by_what_was_done():
    one = play(scene="wall")
    take_exit(one, SCORE.scenes["wall"].exits["sell"])
    [left] = events(one, SceneLeft)
    assert (left.to, one.ending) == ("", "sold")  # type: ignore[attr-defined]
    assert fitting_ending(play()) == "walked"


def test_a_retreat_brings_dice_and_leads_back():
    one = play(pool=[1])
    retreat(one)
    assert (len(one.state["pool"]), one.state["to"], one.state["done"]) == (4, "quay", [])


@pytest.mark.parametrize("activity", ["lay_low", "recover", "vice"])
def test_an_activity_has_its_effect_and_beyond_what_is_free_its_price(activity: str):
    found = []
    for free in (0, 1):
        one = play(phase="between_scenes", mood="", to="hall", free=free, heat=5, stress=6, harm=1, pool=[1])
        do_activity(one, activity)
        found.append(one.state["coin"])
        eased = {
            "lay_low": one.state["heat"] < 5,
            "recover": one.state["harm"] == 0,
            "vice": one.state["stress"] < 6,
        }
        assert eased[activity]
    assert found[1] - found[0] == 1


def test_a_summary_changes_no_number():
    beats = [{"kind": "narration", "text": f"Beat {n}."} for n in range(BEATS)]
    one = play(beats=beats)
    numbers = {name: one.state[name] for name in ("stress", "heat", "coin", "clocks", "pool")}  # type: ignore[literal-required]
    compress(one)
    assert {name: one.state[name] for name in numbers} == numbers  # type: ignore[literal-required]
    assert one.state["beats"] == [] and one.state["summaries"]
