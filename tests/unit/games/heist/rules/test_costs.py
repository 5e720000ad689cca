"""Costs: each has a name in the log, whatever its words, and comes back once."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import in_play

from echoes.games.heist.events import Told, WorldChanged
from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.costs import cost_id, echo_costs
from echoes.games.heist.rules.play import HeistPlay


def echoed(**changes: Any) -> HeistPlay:
    play = HeistPlay(in_play().score, {**in_play().state, **changes}, PlainDice())  # type: ignore[typeddict-item]
    echo_costs(play, returns=False)
    return play


def told(play: HeistPlay) -> list[str]:
    return [entry.event.text for entry in play.entries() if isinstance(entry.event, Told)]


COSTS = [{"id": cost_id("en", place, "noise"), "text": f"{place} again."} for place in ("Quay", "Hall")]


def test_in_the_first_scene_nothing_has_been_paid_for_yet():
    assert told(echoed(costs=COSTS)) == []


def test_the_latest_cost_comes_back_first_and_a_place_comes_back_once():
    play = echoed(costs=COSTS, done=["quay"])
    assert told(play) == ["Hall again."]
    again = echoed(costs=[*COSTS, {"id": cost_id("en", "Hall", "blood"), "text": "More."}], done=["quay"],
                   told=play.state["told"])  # fmt: skip
    assert told(again) == ["Quay again."]


def test_where_all_has_come_back_what_threatens_does():
    [said] = told(echoed(threats=["The watch"], done=["quay"]))
    assert "The watch" in said


def test_a_consequence_comes_back_once_and_makes_the_scene_worse():
    game = in_play("comes back")
    game.state = {**game.state, "flags": ["alarm"], "shift": 0, "stress": 0}
    game.make("retreat")
    game.state = {**game.state, "to": "wall"}
    first = game.make("go")
    assert game.state["shift"] == 1
    assert any(
        event.event == "told" and event.by == "echo" and "harbour front" in event.text for event in first
    )
    game.state = {**game.state, "interrupt": None}
    game.make("retreat")
    again = game.make("go")
    assert game.state["shift"] == 1
    assert not any("harbour front" in event.model_dump_json() for event in again)


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "{where}: {what}"), ("zh", "{where}：{what}")],
)
def test_a_cost_keeps_its_name_in_the_log_whatever_its_words(language: str, name: str):
    game = in_play("seed", language)
    obstacle = game.score.obstacle("quay.grate")
    said = {"where": obstacle.name, "what": obstacle.hints["partial"]}
    game.make("approach:quay.grate:bars")
    framing: Any = game.state["framing"]
    outcomes = [{**one, "tier": "partial"} for one in framing["outcomes"]]
    game.state = {**game.state, "framing": framing | {"outcomes": outcomes}}
    [cost] = [one for one in game.make("die:1") if isinstance(one, WorldChanged) and one.kind == "cost"]
    assert (cost.id, cost.text) == (name.format(**said), obstacle.echo)
    assert game.state["costs"] == [{"id": cost.id, "text": cost.text}]
