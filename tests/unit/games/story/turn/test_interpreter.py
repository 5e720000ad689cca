"""The interpreter: to whom words are said, and about whom."""

import pytest
from tests.unit.games.story.playing import CONFESSION, SEAL, after, read_after, story_in

from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.interpret import story_intent


@pytest.mark.parametrize("message", ["问老罗在哪", "问老罗去哪了", "问老罗怎么没来"])
def test_where_somebody_is_who_is_not_here_is_asked_of_who_is(message: str):
    assert read_after("zh", message, name="missing_lead").moves == ["ask:director:lead"]
    assert read_after("zh", "问老罗新词", name="missing_lead").kind == "absent"


@pytest.mark.parametrize("message", ["问沈导怎么了", "问沈导"])
def test_to_ask_what_is_wrong_is_about_who_is_asked(message: str):
    assert read_after("zh", message, name="missing_lead").moves == ["ask:director:director", "greet:director"]


@pytest.mark.parametrize(
    ("message", "kind", "move"),
    [
        ("tell Eskil that Tove did it", "move", "tell:eskil:tove_cut"),
        ("tell Eskil I found wax on the kitchen knife", "choose", "tell:eskil:seal_cut"),
    ],
)
def test_what_is_told_is_taken_where_nothing_else_is_named(message: str, kind: str, move: str):
    story = story_in("en")
    state = after(story, *SEAL, *CONFESSION)
    play = StoryPlay(story, {**state, "at": {**state["at"], "eskil": "kitchen"}})
    reading = story_intent(play, message)
    assert (reading.kind, move in (reading.name, *reading.moves)) == (kind, True)


@pytest.mark.parametrize("message", ["ask him about the lamp log", "tell her about the lamp log"])
def test_nobody_is_asked_who_is_alone_and_nothing_is_looked_at_instead(message: str):
    assert read_after("en", message, "go:loft").kind == "alone"
