"""Deeds before their time: what is missing is said, unless to say so gave something away."""

import pytest
from tests.unit.games.story.playing import SEAL, after, read_after, story_in, story_intent, waited

from echoes.games.conditions import Condition
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState

DOCTOR_BY = ("go:landing", "look:crates", "go:parlour", "ask:doctor:crates", "go:kitchen", "take:knife")


@pytest.mark.parametrize(("language", "message"), [("en", "count the letters"), ("zh", "数信")])
def test_what_comes_too_early_is_said_to(language: str, message: str):
    reading = read_after(language, message, "go:sorting_room")
    assert (reading.kind, reading.why) == ("closed", "closed_early")
    assert read_after(language, message, "go:sorting_room", "do:open_bag").name == "do:count_letters"


@pytest.mark.parametrize(("language", "message"), [("en", "unload the crates"), ("zh", "让出座位")])
def test_what_will_be_decided_is_not_confirmed_before_its_chapter(language: str, message: str):
    story = story_in(language)
    state = after(story, "go:landing")
    assert story_intent(StoryPlay(story, state), message).kind != "closed"
    begun: StoryState = {**state, "chapter": "morning"}
    reading = story_intent(StoryPlay(story, begun), message)
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
    unlearned = {**watched["knows"], "player": []}
    untold: StoryState = {**watched, "knows": unlearned, "holds": {}}
    assert story_intent(StoryPlay(story, untold), "open a crate").why == "closed_early", (
        "of nobody in the way"
    )


@pytest.mark.parametrize(
    ("when", "why"),
    [
        ({"all": [{"once": "read_log"}, {"beat": "ice_seen"}]}, ""),
        ({"once": "carry_wood"}, "closed_late"),
        ({"not": {"beat": "found"}}, "closed_late"),
        ({"not": {"once": "read_log"}}, ""),
        ({"not": {"at": "landing"}}, ""),
        ({"any": [{"beat": "counted"}, {"at": "sunniva.loft"}]}, ""),
        ({"any": [{"beat": "counted"}, {"turns": 90}]}, "closed_yet"),
        ({"any": [{"knows": "specimens"}, {"has": "knife"}]}, ""),
        ({"at": "sunniva.loft"}, ""),
        ({"trust": "doctor.9"}, ""),
    ],
)
def test_only_what_can_not_change_back_is_too_late_and_all_of_a_condition_is_read(
    when: dict[str, object], why: str
):
    story = story_in("en")
    act = story.acts["lift_lid"].model_copy(update={"when": Condition.model_validate(when)})
    story = story.model_copy(update={"id": "altered", "acts": {**story.acts, "lift_lid": act}})
    state: StoryState = {**after(story, "go:landing"), "beats": ["found"], "done": ["carry_wood"]}
    reading = story_intent(StoryPlay(story, state), "open a crate")
    assert (reading.why if reading.kind == "closed" else "") == why


@pytest.mark.parametrize(
    ("name", "message", "moves"),
    [
        ("last_ferry", "burn the letter", ("go:kitchen",)),
        ("last_ferry", "open a crate", ("go:landing",)),
        ("last_ferry", "撬开箱子", ("go:landing",)),
        ("last_ferry", "put the letter back", ()),
        ("last_ferry", "put the letter back", ("go:sorting_room",)),
        ("last_ferry", "把信放回去", ()),
        ("last_ferry", "把信放回去", ("go:sorting_room",)),
        ("last_ferry", "name the doctor", ("go:landing",)),
        ("last_ferry", "Tove stays", ("go:landing",)),
        ("missing_lead", "climb the ladder", ("go:wardrobe",)),
        ("missing_lead", "put the crown on Robin", ()),
        ("missing_lead", "bring Walter down", ()),
    ],
)
def test_a_deed_that_nobody_could_know_of_is_not_confirmed(name: str, message: str, moves: tuple[str, ...]):
    language = "en" if message.isascii() else "zh"
    story = story_in(language, name)
    state = after(story, *moves)
    by: StoryState = {**state, "at": {**state["at"], "doctor": state["at"]["player"]}}
    for one in (state, by):
        assert story_intent(StoryPlay(story, one), message).kind not in ("closed", "elsewhere", "move")


def test_to_stay_and_listen_is_no_seat_given_up():
    reading = read_after("en", "I stay here a while and listen to the ice", *SEAL)
    assert "wait:" in (reading.name, *reading.moves)
