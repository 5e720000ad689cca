"""Two deeds in one message: one after the other, or one of them, in whatever words."""

import pytest
from tests.unit.games.story.playing import after, story_in, story_intent

from echoes.games.reading.move import MOST_ASKED
from echoes.games.story.rules.play import StoryPlay
from echoes.language.wishes import alternatives_in, begins_with_deed, splits_in


@pytest.mark.parametrize(
    ("language", "message", "moves"),
    [
        ("en", "go to the kitchen or the loft", ["go:kitchen", "go:loft"]),
        ("en", "either the kitchen or the loft", ["go:kitchen", "go:loft"]),
        ("en", "kitchen or loft?", ["go:kitchen", "go:loft"]),
        ("en", "look at the crates or go to the kitchen", ["look:crates", "go:kitchen"]),
        ("en", "wait or go to the kitchen", ["wait:", "go:kitchen"]),
        ("zh", "去厨房或者灯阁", ["go:kitchen", "go:loft"]),
        ("zh", "要么去厨房，要么去灯阁", ["go:kitchen", "go:loft"]),
        ("zh", "不是去厨房就是去灯阁", ["go:kitchen", "go:loft"]),
        ("zh", "要么看船要么看箱子", ["look:boat", "look:crates"]),
    ],
)
def test_which_of_two_deeds_is_asked_back(language: str, message: str, moves: list[str]):
    story = story_in(language)
    reading = story_intent(StoryPlay(story, after(story, "go:landing")), message)
    assert (reading.kind, reading.moves) == ("choose", moves)


@pytest.mark.parametrize(
    ("language", "message"), [("zh", "要么去厨房"), ("zh", "或者去厨房"), ("en", "or go to the kitchen")]
)
def test_one_deed_alone_leaves_nothing_open(language: str, message: str):
    story = story_in(language)
    reading = story_intent(StoryPlay(story, after(story)), message)
    assert (reading.name or reading.moves[0]) == "go:kitchen"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_long_message_of_spaces_and_choices_has_few_parts(language: str):
    message = {"en": "a or " * 390, "zh": "去或者" * 650}[language] + " " * 40
    assert len(alternatives_in(language, message)) <= MOST_ASKED + 1
    assert alternatives_in(language, "go" + " " * 1990 + "on") == []


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "where is everybody?"),
        ("en", "where did the others go"),
        ("zh", "大家都去哪了"),
        ("zh", "其他人在哪儿"),
    ],
)
def test_where_everybody_is_is_looked_up(language: str, message: str):
    story = story_in(language)
    reading = story_intent(StoryPlay(story, after(story)), message)
    assert (reading.kind, reading.name) == ("command", "look")


@pytest.mark.parametrize(
    ("language", "message", "split"),
    [
        ("en", "light the lamp and then go down", ("light the lamp", "go down")),
        ("en", "Hello, Tove. Where is the knife?", ("Hello, Tove", "Where is the knife?")),
        ("zh", "点上灯，然后我去地窖", ("点上灯", "去地窖")),
    ],
)
def test_a_message_is_parted_where_one_thing_follows_another(
    language: str, message: str, split: tuple[str, str]
):
    assert split in [*splits_in(language, message)]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "ask whether she went and took it"),
        ("zh", "问她有没有去过，拿了什么"),
        ("en", "take the knife"),
    ],
)
def test_what_is_asked_is_not_parted_inside(language: str, message: str):
    assert [*splits_in(language, message)] == []


@pytest.mark.parametrize(
    ("language", "text", "begins"),
    [("en", "go down", True), ("en", "the lamp", False), ("zh", "去地窖", True), ("zh", "去年冬天", False)],
)
def test_a_deed_begins_with_a_verb(language: str, text: str, begins: bool):
    assert begins_with_deed(language, text) is begins
