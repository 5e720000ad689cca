"""Accusations of one of two: who is asked whether it was they, is asked back, and nothing is taken."""

import pytest
from tests.unit.games.story.playing import CONFESSION, HITCH, SEAL, after, story_in

from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.interpret import story_intent

FOUND = (*SEAL, *HITCH)


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("zh", "要么是你要么是埃斯克"),
        ("zh", "要么是你，要么是埃斯克。"),
        ("zh", "不是你就是埃斯克"),
        ("zh", "是你还是埃斯克？"),
        ("zh", "是你或者埃斯克割的"),
        ("zh", "托薇，要么是你要么是埃斯克"),
        ("en", "it was either you or eskil"),
        ("en", "either you or Eskil did it"),
        ("en", "Tove, it was you or Eskil"),
    ],
)
def test_both_are_asked_whether_it_was_they(language: str, message: str):
    story = story_in(language)
    state = after(story, *FOUND, "go:kitchen")
    together: StoryState = {**state, "at": {**state["at"], "eskil": "kitchen", "doctor": "loft"}}
    reading = story_intent(StoryPlay(story, together), message)
    assert (reading.kind, {*reading.moves}) == ("choose", {"ask:tove:culprit", "ask:eskil:culprit"})


@pytest.mark.parametrize(("language", "message"), [("zh", "不是医生就是托薇"), ("en", "it was Rask or Tove")])
def test_only_who_is_there_is_asked(language: str, message: str):
    story = story_in(language)
    reading = story_intent(StoryPlay(story, after(story, *FOUND, "go:kitchen")), message)
    assert (reading.kind, [*reading.moves]) == ("choose", ["ask:tove:culprit"])


@pytest.mark.parametrize(
    ("language", "message"), [("zh", "要么是你要么是埃斯克"), ("en", "it was you or Eskil")]
)
def test_where_it_is_known_who_did_it_they_are_asked_about_the_other(language: str, message: str):
    story = story_in(language)
    state = after(story, *FOUND, *CONFESSION)
    assert story_intent(StoryPlay(story, state), message).moves[0] == "ask:tove:eskil"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("zh", "要么去厨房，要么去灯阁"),
        ("en", "either you or I go to the kitchen"),
        ("en", "you or the boat"),
        ("en", "Tove or Eskil?"),
        ("zh", "托薇还是埃斯克？"),
        ("zh", "你就是托薇？"),
    ],
)
def test_what_is_no_accusation_is_read_as_before(language: str, message: str):
    story = story_in(language)
    reading = story_intent(StoryPlay(story, after(story, *FOUND, "go:kitchen")), message)
    assert not any(move.endswith(":culprit") for move in reading.moves)
