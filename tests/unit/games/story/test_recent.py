"""The latest turns, as they were heard by those who were there."""

from typing import Any

import pytest
from tests.unit.games.story.playing import after, story_in

from echoes.games.story import events as happened
from echoes.games.story.recent import (
    MOST_SCENES,
    MOST_TURNS,
    heard_silently,
    scenes_of,
    spoke_in,
    with_event,
    with_newest,
    witnessed_by,
)

STATE = after(story_in("en"))
"""In the parlour with the doctor and Sunniva; Eskil and Tove are elsewhere."""


def turn(*lines: tuple[str, str, tuple[str, ...]], to: str = "") -> Any:
    rows = [{"speaker": speaker, "text": text, "heard": [*heard]} for speaker, text, heard in lines]
    return {"to": to, "by_model": False, "lines": rows}


def recorded(event: Any, *turns: Any, by_model: bool = False) -> Any:
    return with_event({**STATE, "recent": [*turns]}, event, by_model)["recent"]


def test_a_message_begins_a_turn_heard_by_those_who_are_there():
    [begun] = recorded(happened.PlayerActed(text="Good evening", character="doctor", act="greet"))
    assert begun["to"] == "doctor"
    assert begun["lines"] == [{"speaker": "player", "text": "Good evening", "heard": ["doctor", "sunniva"]}]


def test_what_is_said_joins_the_turn_and_nothing_comes_before_the_first():
    said = happened.CharacterSpoke(character="doctor", name="Doctor", text="Quite.")
    [one] = recorded(said, turn(("player", "Hm?", ())))
    assert [line["text"] for line in one["lines"]] == ["Hm?", "Quite."]
    assert recorded(said) == []


def test_what_says_nothing_leaves_the_turns_as_they_are():
    silent = happened.CharacterSpoke(character="doctor", name="Doctor", text="")
    begun = turn(("player", "Hm?", ()))
    assert recorded(silent, begun) == [begun]


def test_only_so_many_turns_are_kept_the_latest():
    turns = [turn(("player", str(n), ())) for n in range(MOST_TURNS)]
    kept = recorded(happened.PlayerActed(text="last", character="", act="wait"), *turns)
    assert (len(kept), kept[0]["lines"][0]["text"], kept[-1]["lines"][0]["text"]) == (MOST_TURNS, "1", "last")


def test_who_was_long_away_still_has_what_it_witnessed_last():
    tove = [turn(("player", f"tove {n}", ("tove",))) for n in range(MOST_SCENES + 2)]
    doctor = [turn(("player", f"doctor {n}", ("doctor",))) for n in range(2 * MOST_SCENES)]
    state: Any = {**STATE, "recent": [*tove, *doctor, turn(("player", "alone", ()))]}
    for kept in (30, 4, 1):  # summed up again and again
        state = with_newest(state, kept)
    assert [one["lines"][0]["text"] for one in state["recent"]] == ["alone"]
    for who, count in (("tove", MOST_SCENES + 2), ("doctor", 2 * MOST_SCENES)):
        seen = [line["text"] for one in scenes_of(who, state) for line in one["lines"]]
        assert seen == [f"{who} {n}" for n in range(count)][-MOST_SCENES:]


def test_of_older_turns_only_so_many_are_kept():
    state: Any = STATE
    for number in range(500):
        who = "tove" if number % 2 else "doctor"
        begun = turn(("player", f"{number}", (who,) if number % 3 else ()))
        state = with_newest({**state, "recent": [*state["recent"], begun]}, 4)
        assert len(state["scenes"]) <= 3 * MOST_SCENES
    assert [one["lines"][0]["text"] for one in scenes_of("tove", state)][-1] == "499"


def test_a_character_remembers_what_it_heard_and_nothing_else():
    turns = [turn(("player", "a", ("tove",)), ("doctor", "b", ())), turn(("player", "c", ("eskil",)))]
    [seen] = witnessed_by("tove", turns)
    assert [line["text"] for line in seen["lines"]] == ["a"]


@pytest.mark.parametrize(
    ("one", "spoke", "silent"),
    [
        (turn(("player", "a", ("tove", "eskil")), to="tove"), ["tove"], ["eskil"]),
        (turn(("player", "a", ("eskil",)), ("eskil", "b", ("eskil",)), to="tove"), ["eskil"], []),
        (turn(("player", "a", ())), [], []),
    ],
)
def test_who_spoke_and_who_only_listened(one: Any, spoke: list[str], silent: list[str]):
    assert (spoke_in(one), heard_silently(one)) == (spoke, silent)
