"""Plain words that ask the system: answered by its commands, at no cost, and by no character."""

import pytest
from tests.unit.games.story.playing import after, story_in

from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.interpret import story_intent


def read(language: str, message: str) -> StoryIntent:
    story = story_in(language)
    return story_intent(StoryPlay(story, after(story, "go:kitchen", "ask:tove:eskil")), message)


@pytest.mark.parametrize(
    ("language", "message", "command"),
    [
        ("en", "help", "help"),
        ("en", "Help me, please!", "help"),
        ("en", "What do I know?", "notebook"),
        ("en", "so what have I learned so far?", "notebook"),
        ("en", "what do I know about the seal?", "notebook"),
        ("en", "what has happened so far?", "recap"),
        ("en", "what now?", "look"),
        ("en", "what am I supposed to do?", "look"),
        ("zh", "帮助", "help"),
        ("zh", "怎么玩？", "help"),
        ("zh", "我知道什么", "notebook"),
        ("zh", "那我现在都知道些什么呢？", "notebook"),
        ("zh", "发生了什么事", "recap"),
        ("zh", "现在怎么办", "look"),
        ("zh", "接下来该做什么？", "look"),
    ],
)
def test_a_question_to_the_system_is_its_command(language: str, message: str, command: str):
    assert read(language, message) == StoryIntent("command", command)


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "help Tove"),
        ("en", "help me dry the pots"),
        ("en", "what do you know?"),
        ("en", "what do I know about you?"),
        ("en", "Tove, what do I do now?"),
        ("en", "what did she do?"),
        ("zh", "帮托薇"),
        ("zh", "帮我洗碗"),
        ("zh", "你知道什么"),
        ("zh", "关于你我知道什么"),
        ("zh", "她做了什么"),
        ("zh", "托薇，怎么办"),
    ],
)
def test_what_is_said_to_somebody_is_no_command(language: str, message: str):
    assert read(language, message).kind != "command"


def test_a_notebook_that_lies_there_is_read_rather_than_the_player_s_own():
    story = story_in("en")
    things = {**story.things, "knife": story.things["knife"].model_copy(update={"name": "the notebook"})}
    renamed = story.model_copy(update={"things": things, "id": "with_a_notebook"})
    state = after(renamed, "go:kitchen", "do:dry_pots")
    found = {
        message: story_intent(StoryPlay(renamed, state), message)
        for message in ("read the notebook", "what do I know about the notebook?", "what do I know?")
    }
    assert [one.kind for one in found.values()] == ["move", "command", "command"]
    assert found["read the notebook"].name == "look:knife"
