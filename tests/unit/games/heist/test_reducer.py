"""The fold of a heist's log: what each entry changes, what is bounded, and what is carried over."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import in_play

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event, TurnsUndone
from echoes.games.heist import events as happened
from echoes.games.heist.events import HeistTrace, RewindTrace
from echoes.games.heist.reducer import heist_after
from echoes.games.heist.rules.tables import BEATS, COSTS, FREE_ACTIVITIES, SUMMARIES, THREATS
from echoes.games.heist.state import HeistState

START = in_play().state


def fold(event: Event, noted: Any = None, **before: Any) -> HeistState:
    return heist_after({**START, **before}, Entry(event, noted))  # type: ignore[typeddict-item]


@pytest.mark.parametrize(
    "event", [happened.MoveMade(key="wait", text="-"), happened.OptionsOffered(prompt="", options=[])]
)
def test_a_question_back_is_open_until_a_move_is_made_or_moves_are_offered(event: Event):
    asked = fold(
        happened.HeistAsked(text="-", prompt="-", options=[], decline="-"), HeistTrace(keys=("a", "b"))
    )
    assert asked["asked"] == ["a", "b"]
    assert heist_after(asked, Entry(event))["asked"] == []


def test_a_scene_that_is_entered_starts_afresh_and_counts_its_visits():
    entered = happened.SceneEntered(scene="hall", title="Hall", text="-", variant="", position_shift=1)
    state = fold(entered, to="hall", worse={"quay.patrol": 1}, style={"pace": "slow"}, visits={"hall": 1})
    assert (state["scene"], state["to"], state["shift"]) == ("hall", "", 1)
    assert (state["visits"]["hall"], state["worse"], state["style"]) == (2, {}, {})


def test_a_scene_that_is_left_leaves_no_action_open_and_gives_free_time():
    left = happened.SceneLeft(scene="quay", done=True, to="hall")
    state = fold(left, interrupt={"obstacle": "patrol", "entanglement": ""}, pending={"clock": "bell"})
    assert (state["done"], state["to"], state["free"]) == (["quay"], "hall", FREE_ACTIVITIES)
    assert (state["interrupt"], state["framing"], state["pending"]) == (None, None, None)
    away = happened.SceneLeft(scene="quay", done=False, to="quay")
    assert fold(away)["done"] == []


def test_a_die_that_is_spent_counts_marks_what_was_tried_and_may_leave_a_consequence():
    game = in_play()
    game.make("approach:quay.patrol:slip")
    game.make("push")
    before = game.state
    game.make("die:5")
    [spent] = [entry.event for entry in game.entries if isinstance(entry.event, happened.DieSpent)]
    after = heist_after(before, Entry(spent))
    assert (after["counted"], after["tries"]["quay.patrol"], after["framing"]) == (1, 1, None)
    assert {"tried:quay.patrol:slip", "tried:quay.patrol:push"} <= {*after["flags"]}
    assert (after["pending"] is not None) == bool(spent.ticks or spent.harm)
    again = heist_after({**before, "flags": after["flags"]}, Entry(spent))
    assert again["flags"] == after["flags"], "once is enough"


@pytest.mark.parametrize(("kind", "name", "most"), [("cost", "costs", COSTS), ("threat", "threats", THREATS)])
def test_only_the_latest_costs_and_threats_are_kept(kind: Any, name: Any, most: int):
    state = {**START, name: []}
    for number in range(most + 2):
        event = happened.WorldChanged(kind=kind, id=f"{number}", text=f"No. {number}")
        state = heist_after(state, Entry(event))  # type: ignore[arg-type]
    assert len(state[name]) == most
    assert str(most + 1) in str(state[name][-1])


def test_a_threat_that_comes_again_is_the_latest_and_one_that_is_over_is_gone():
    def threats(on: bool) -> list[str]:
        return fold(happened.WorldChanged(kind="threat", id="a", on=on), threats=["a", "b"])["threats"]

    assert threats(on=True) == ["b", "a"]
    assert threats(on=False) == ["b"]


def test_of_what_was_told_the_first_line_is_a_beat_and_as_many_are_kept_as_are_summed_up():
    state: HeistState = {**START, "beats": []}
    for number in range(BEATS + 3):
        state = heist_after(state, Entry(happened.Told(by="city", text=f"{number}\nmore", line="")))
    assert len(state["beats"]) == BEATS
    assert state["beats"][-1] == {"kind": "narration", "text": f"{BEATS + 2}"}


def test_who_speaks_is_named_in_a_beat_unless_the_author_wrote_the_line():
    def beat(line: str) -> str:
        spoke = happened.PersonSpoke(person="tam", name="Tam", text="“No.”", line=line, asked="")
        return fold(spoke)["beats"][-1]["text"]

    assert (beat(""), beat("said:tam:0")) == ("Tam: “No.”", "“No.”")


def test_a_scene_in_a_few_sentences_takes_the_place_of_its_beats():
    state = fold(
        happened.SceneCompressed(summary="It was wet.", seeds=["a"]),
        summaries=[{"n": n} for n in range(SUMMARIES)],
    )
    assert state["beats"] == []
    assert len(state["summaries"]) == SUMMARIES
    assert state["summaries"][-1] == {"scene": "quay", "text": "It was wet.", "seeds": ["a"]}


@pytest.mark.parametrize(
    ("noted", "before", "rewound"),
    [(RewindTrace(spent=3), 2, True), (RewindTrace(spent=2), 2, False), (RewindTrace(rewound=True), 2, True)],
)
def test_a_game_in_which_a_die_was_taken_back_stays_marked(noted: RewindTrace, before: int, rewound: bool):
    assert fold(TurnsUndone(turns=[3], progress=0.0), noted, counted=before)["rewound"] is rewound


def test_hidden_clocks_move_by_what_is_noted_beside_an_event():
    state = fold(Event(event="noted"), HeistTrace(hidden={"marrow": 2}, said={"is it late?": "yes"}))
    assert state["clocks"] == {**START["clocks"], "marrow": 2}
    assert state["said"] == {"is it late?": "yes"}


def test_a_choice_fills_in_the_sheet_or_the_plan_and_is_remembered_in_order():
    state = fold(happened.ScoundrelChosen(field="name", value="Ash", text="-"), made=[])
    state = heist_after(state, Entry(happened.ScoundrelChosen(field="plan", value="noise", text="-")))
    assert (state["scoundrel"]["name"], state["plan"], state["made"]) == ("Ash", "noise", ["name", "plan"])
    assert START["scoundrel"]["name"] == "Wren", "what was before is not written over"
