"""Deeds before their time: what is missing is said, unless to say so gave something away."""

import pytest
from tests.unit.games.story.playing import SEAL, after, story_in, waited

from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.interpret import story_intent

DOCTOR_BY = ("go:landing", "look:crates", "go:parlour", "ask:doctor:crates", "go:kitchen", "take:knife")


def read_after(language: str, message: str, *moves: str, name: str = "last_ferry") -> StoryIntent:
    story = story_in(language, name)
    return story_intent(StoryPlay(story, after(story, *moves)), message)


@pytest.mark.parametrize(("language", "message"), [("en", "count the letters"), ("zh", "数信")])
def test_what_comes_too_early_is_said_to(language: str, message: str):
    reading = read_after(language, message, "go:sorting_room")
    assert (reading.kind, reading.why) == ("closed", "closed_early")
    assert read_after(language, message, "go:sorting_room", "do:open_bag").name == "do:count_letters"


@pytest.mark.parametrize(("language", "message"), [("en", "unload the crates"), ("zh", "让出座位")])
def test_what_will_be_decided_later_is_not_decided_yet(language: str, message: str):
    reading = read_after(language, message, "go:landing")
    assert (reading.kind, reading.why) == ("closed", "closed_yet")


def test_what_is_over_comes_too_late():
    story = story_in("en", "missing_lead")
    state = waited(story, after(story), "nine")
    assert story_intent(StoryPlay(story, state), "bring Miss Thwaite a cup of tea").why == "closed_late"


@pytest.mark.parametrize(("language", "message"), [("en", "count the letters"), ("zh", "数信")])
def test_a_deed_on_a_thing_that_is_known_elsewhere_leads_there(language: str, message: str):
    reading = read_after(language, message)
    assert (reading.kind, reading.moves) == ("elsewhere", ["go:sorting_room"])


def test_what_is_needed_is_named_and_who_stands_in_the_way():
    story = story_in("en")
    state = after(story, *DOCTOR_BY[:-1], "go:landing")
    reading = story_intent(StoryPlay(story, {**state, "heard": [*state["heard"], "knife"]}), "open a crate")
    assert (reading.why, reading.name) == ("closed_has", "knife")
    state = after(story, *DOCTOR_BY, "go:landing")
    watched: StoryState = {**state, "at": {**state["at"], "doctor": "landing"}}
    reading = story_intent(StoryPlay(story, watched), "open a crate")
    assert (reading.why, reading.name) == ("closed_with", "doctor")


@pytest.mark.parametrize(
    ("name", "message", "moves"),
    [
        ("last_ferry", "burn the letter", ("go:kitchen",)),
        ("last_ferry", "Tove stays", ("go:landing",)),
        ("missing_lead", "climb the ladder", ("go:wardrobe",)),
        ("missing_lead", "put the crown on Robin", ()),
        ("missing_lead", "bring Walter down", ()),
    ],
)
def test_a_deed_that_nobody_could_know_of_is_not_confirmed(name: str, message: str, moves: tuple[str, ...]):
    assert read_after("en", message, *moves, name=name).kind not in ("closed", "elsewhere", "move")


def test_to_stay_and_listen_is_no_seat_given_up():
    reading = read_after("en", "I stay here a while and listen to the ice", *SEAL)
    assert reading.moves == ["wait:"]
