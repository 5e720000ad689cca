"""Follow-ups: what names nothing asks on about the line before; nothing unheard is offered."""

import pytest
from tests.unit.games.story.playing import SEAL, after, read_after, story_in

from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.interpret import story_intent
from echoes.games.story.turn.moves import heard_topics

NIGHT_ABOARD = ("go:landing", "ask:eskil:last_night")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "go on"),
        ("en", "why?"),
        ("en", "and then?"),
        ("en", "continue"),
        ("en", "carry on, please"),
        ("en", "what else?"),
        ("zh", "还有别的吗"),
        ("zh", "为什么？"),
        ("zh", "接着说"),
        ("zh", "还有呢"),
    ],
)
def test_it_asks_on_about_what_the_last_line_told(language: str, message: str):
    reading = read_after(language, message, *NIGHT_ABOARD)
    assert (reading.kind, reading.moves[0]) == ("choose", "ask:eskil:eskil_slept")


@pytest.mark.parametrize(("language", "message"), [("en", "go on"), ("en", "why?"), ("zh", "然后呢？")])
def test_where_nothing_is_left_to_say_that_is_said_and_no_other_topic_is_offered(language: str, message: str):
    reading = read_after(language, message, *SEAL, "go:parlour", "ask:sunniva:eskil")
    assert (reading.kind, reading.name) == ("silent", "sunniva")


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "you lied"), ("en", "I don't believe you"), ("zh", "你撒谎"), ("zh", "别骗我")],
)
def test_doubt_is_about_what_that_person_claimed(language: str, message: str):
    reading = read_after(language, message, *NIGHT_ABOARD, "ask:eskil:crates", "ask:eskil:boat")
    assert "ask:eskil:specimens" in reading.moves and "ask:eskil:eskil_slept" in reading.moves


@pytest.mark.parametrize(
    ("language", "message"), [("en", "where is he?"), ("en", "is he honest?"), ("zh", "他在哪？")]
)
def test_he_is_whom_the_last_line_was_about(language: str, message: str):
    assert read_after(language, message, "ask:sunniva:eskil").moves == ["ask:sunniva:eskil"]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "continue to the kitchen"),
        ("en", "is that all the letters?"),
        ("en", "he lied"),
        ("zh", "还有其他的吗？"),
        ("zh", "其他的呢？"),
        ("zh", "其他人知道吗"),
        ("zh", "信不信由你"),
        ("zh", "有人骗我"),
        ("zh", "他骗我吗"),
    ],
)
def test_what_names_something_or_somebody_else_does_not_ask_on(language: str, message: str):
    assert read_after(language, message, *NIGHT_ABOARD).kind == "unknown"


def test_nobody_goes_on_who_is_not_there():
    reading = read_after("en", "why?", "ask:sunniva:eskil", "go:kitchen")
    assert (reading.kind, reading.name) == ("absent", "sunniva")


@pytest.mark.parametrize("message", ["go on", "where is he?"])
def test_a_line_that_is_about_more_than_was_heard_gives_none_of_it_away(message: str):
    story = story_in("en", "missing_lead")
    lines = [(who, key, one) for who, member in story.cast.items() for key, one in member.lines.items()]
    for who, key, line in lines:
        state = after(story)
        told: StoryState = {
            **state,
            "at": {**state["at"], who: "stage"},
            "heard": [one for one in state["heard"] if one not in {*story.cast} - {who}],
            "told": [f"{who}.{key}"],
            "addressee": who,
        }
        play = StoryPlay(story, told)
        offered = {move.split(":")[2] for move in story_intent(play, message).moves}
        assert offered <= {*heard_topics(play)}, line
