"""Topics: what a message is about is looked for among what the player has heard of."""

import pytest
from tests.unit.games.story.playing import after, story_in

from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.matching import matcher_of
from echoes.games.story.turn.moves import heard_topics
from echoes.games.story.turn.topics import is_of_addressee, speaks_of_nothing_else, topics_meant
from echoes.language.speech_act import SpeechAct


def play() -> StoryPlay:
    story = story_in("en")
    return StoryPlay(story, after(story))


def test_what_was_heard_of_is_meant():
    game = play()
    heard = next(one for one in heard_topics(game) if one in game.story.things)
    found = topics_meant(game, matcher_of(game.story), SpeechAct(act="ask", rest=game.story.title_of(heard)))
    assert found.leading[:1] == [f"topic:{heard}"]


def test_what_was_never_heard_of_is_no_topic():
    game = play()
    heard = {*heard_topics(game)}
    hidden = next(one for one in game.story.topics() if one not in heard and one in game.story.things)
    found = topics_meant(game, matcher_of(game.story), SpeechAct(act="ask", rest=game.story.title_of(hidden)))
    assert f"topic:{hidden}" not in found.leading


@pytest.mark.parametrize(
    ("words", "alone"),
    [("yourself", True), ("你自己", True), ("what about it", False), ("那件事", False), ("you", True)],
)
def test_it_stands_for_something_that_was_said_before(words: str, alone: bool):
    assert speaks_of_nothing_else(SpeechAct(act="ask", rest=words)) is alone


@pytest.mark.parametrize(("words", "alone"), [("yourself", True), ("you and the knife", False)])
def test_a_message_is_of_the_addressee_where_you_is_all_that_it_says(words: str, alone: bool):
    assert is_of_addressee(matcher_of(story_in("en")), SpeechAct(act="ask", rest=words)) is alone
