"""Strangers: a name that no character has leads nowhere, whoever guesses it; other words are no names."""

import pytest
from tests.unit.games.story.playing import after, story_in

from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.interpret import story_intent
from echoes.games.story.turn.respond import respond_to


@pytest.mark.parametrize(
    ("language", "message", "name"),
    [
        ("en", "have you seen Walter?", "Walter"),
        ("en", "Is Walter here?", "Walter"),
        ("en", "Find Walter", "Walter"),
        ("en", "Where's Walter?", "Walter"),
        ("en", "Who is Mrs Brown?", "Brown"),
        ("en", "have you seen Berta?", "Berta"),  # of whom somebody speaks later: a guess tells nothing
        ("en", "where is Peter?", "Peter"),
        ("en", "have you met Tom Baker?", "Tom Baker"),
        ("en", "ask jonas about the boat", "Jonas"),
        ("en", "tell jonas about the bag", "Jonas"),
        ("en", "show jonas the bag", "Jonas"),
        ("en", "talk to jonas", "Jonas"),
        ("en", "where is jonas", "Jonas"),
        ("en", "have you seen jonas?", "Jonas"),
        ("zh", "问约翰船的事", "约翰"),
        ("zh", "告诉约翰邮袋的事", "约翰"),
        ("zh", "我去问安娜", "安娜"),
        ("zh", "你见过沃尔特吗？", "沃尔特"),
        ("zh", "约翰是谁？", "约翰"),
        ("zh", "认识王小明吗", "王小明"),
    ],
)
def test_it_is_said_that_the_name_leads_nowhere(language: str, message: str, name: str):
    play = StoryPlay(story_in(language), after(story_in(language)))
    reading = story_intent(play, message)
    assert (reading.kind, reading.name) == ("stranger", name)
    respond_to(play, reading, message)
    assert name in play.entries()[0].event.text  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "have you seen Tove?"),
        ("en", "ask tove about the boat"),
        ("en", "ask toove about the boat"),
        ("en", "ask suniva about the boat"),
        ("en", "ask holm about the boat"),
        ("en", "ask somebody about the boat"),
        ("en", "ask somone about the boat"),
        ("en", "ask abt the boat"),
        ("en", "ask teh doctor about the boat"),
        ("en", "show knfie to tove"),
        ("en", "go to Bergen"),
        ("en", "ask around about the boat"),
        ("en", "ask politely about the boat"),
        ("en", "ask the captain about the boat"),
        ("en", "ask him about the boat"),
        ("en", "show him the bag"),
        ("en", "Ask Him About The Boat"),
        ("zh", "问苏尼娃船的事"),
        ("zh", "问霍尔姆太太船的事"),
        ("zh", "问明白船的事"),
        ("en", "My name is Anna."),
        ("en", "tell Sunniva that my name is Anna"),
        ("en", "what do you know about Scotland?"),
        ("en", "do you know English?"),
        ("en", "this is Madness"),
        ("en", "is Monday the day?"),
        ("en", "Find The letter"),
        ("en", "Have You Seen Anybody?"),
        ("zh", "阿姨呢"),
        ("zh", "你看见阳光了吗"),
        ("en", "HAVE YOU SEEN ANYBODY?"),
        ("en", "have you seen anything odd?"),
        ("en", "What do you know?"),
        ("zh", "你见过苏妮娃吗"),
        ("zh", "你知道什么"),
        ("zh", "你见过海豹吗"),
    ],
)
def test_other_words_are_no_names_of_strangers(language: str, message: str):
    play = StoryPlay(story_in(language), after(story_in(language)))
    assert story_intent(play, message).kind != "stranger"


def test_a_name_from_a_secret_that_was_not_learned_is_answered_as_any_other():
    story = story_in("en")
    secret = story.secrets["tove_cut"].model_copy(update={"text": "It was Walter.", "wordings": ("Walter",)})
    secrets = {**story.secrets, "tove_cut": secret}
    altered = story.model_copy(update={"id": "altered", "secrets": secrets})
    for message in ("Have you seen Walter?", "Find Walter", "who is Walter?"):
        readings = [story_intent(StoryPlay(one, after(one)), message) for one in (story, altered)]
        assert readings[0] == readings[1]
