"""Pronouns: "her" is nobody who is known to be a he; who it can mean is asked, or it is asked back."""

import pytest
from tests.unit.games.story.playing import SEAL, after, story_in

from echoes.games.story.events import StoryAsked
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.interpret import story_intent
from echoes.games.story.turn.respond import respond_to


def with_(story: StoryPack, *people: str) -> StoryPlay:
    """Return a play in which just these people are with the player, on the landing."""
    state = after(story, *SEAL)
    at = {who: "landing" if who in (*people, "player") else "loft" for who in state["at"]}
    changed: StoryState = {**state, "at": at, "addressee": ""}
    return StoryPlay(story, changed)


ALONE = [
    ("en", "eskil", "ask her about the boat", "ask:eskil:boat", "ask_she"),
    ("en", "eskil", "tell her about the seal", "tell:eskil:seal_cut", "ask_she"),
    ("en", "eskil", "show her the boat", "show:eskil:boat", "ask_she"),
    ("en", "tove", "ask him about the boat", "ask:tove:boat", "ask_he"),
    ("zh", "eskil", "问她船的事", "ask:eskil:boat", "ask_she"),
    ("zh", "eskil", "告诉她火漆的事", "tell:eskil:seal_cut", "ask_she"),
    ("zh", "tove", "问他船的事", "ask:tove:boat", "ask_he"),
]


@pytest.mark.parametrize(("language", "who", "message", "move", "why"), ALONE)
def test_a_pronoun_that_fits_nobody_here_is_asked_back(
    language: str, who: str, message: str, move: str, why: str
):
    play = with_(story_in(language), who)
    assert story_intent(play, message) == StoryIntent("choose", moves=[move], why=why)


def test_it_is_said_that_nobody_fits_and_it_costs_nothing():
    play = with_(story_in("en"), "eskil")
    turns, message = play.state["turns"], "ask her about the boat"
    respond_to(play, story_intent(play, message), message)
    asked = play.events()[-1]
    assert isinstance(asked, StoryAsked) and "“her”" in asked.prompt
    assert play.state["turns"] == turns and play.state["asked"] == ["ask:eskil:boat"]


@pytest.mark.parametrize("message", ["ask her about the boat", "ask him about the boat"])
def test_where_it_is_not_known_of_all_who_is_a_she_nothing_is_asked_back(message: str):
    story = story_in("en")
    cast = {**story.cast, "eskil": story.cast["eskil"].model_copy(update={"pronoun": None})}
    play = with_(story.model_copy(update={"cast": cast}), "eskil")
    assert story_intent(play, message).name == "ask:eskil:boat"


@pytest.mark.parametrize(
    ("language", "message", "asked"),
    [
        ("en", "ask her about the boat", "sunniva"),
        ("en", "ask him about the boat", "doctor"),
        ("zh", "问她船的事", "sunniva"),
        ("zh", "问他船的事", "doctor"),
    ],
)
def test_of_two_the_one_is_asked_whom_the_pronoun_fits(language: str, message: str, asked: str):
    play = with_(story_in(language), "doctor", "sunniva")
    assert story_intent(play, message) == StoryIntent("move", f"ask:{asked}:boat")


@pytest.mark.parametrize("message", ["ask them about the boat", "ask Eskil about the boat"])
def test_without_such_a_pronoun_nothing_is_asked_back(message: str):
    assert story_intent(with_(story_in("en"), "eskil"), message).kind == "move"


TOGETHER = [
    ("zh", "告诉他妹妹火漆的事"),
    ("zh", "告诉他妈妈火漆的事"),
    ("zh", "告诉他俩火漆的事"),
    ("zh", "告诉她们火漆的事"),
    ("zh", "问他人船的事"),
    ("zh", "问他俩船的事"),
    ("zh", "问他或她船的事"),
    ("zh", "问他船员的事"),
    ("zh", "问他船主船的事"),
    ("zh", "告诉他船友火漆的事"),
    ("zh", "问他丫头船的事"),
    ("zh", "埃斯克，告诉她火漆的事"),
    ("en", "tell her brother about the seal"),
    ("en", "tell her mother about the seal"),
    ("en", "ask her brother about the boat"),
    ("en", "ask her more honest brother about the boat"),
    ("en", "ask her in-laws about the boat"),
    ("en", "ask him or her about the boat"),
    ("en", "tell her and Eskil about the seal"),
    ("en", "tell her story to Eskil"),
    ("en", "Eskil, tell her about the seal"),
    ("en", "Eskil, ask her about the boat"),
    ("en", "Tove, show him the boat"),
    ("en", "ask Eskil and Tove about the boat"),
]


@pytest.mark.parametrize(
    ("message", "here", "read"),
    [
        ("问她", ("eskil",), StoryIntent("choose", moves=["ask:eskil:eskil"], why="ask_she")),
        ("问她", ("tove",), StoryIntent("move", "ask:tove:tove")),
        ("问她", ("eskil", "tove"), StoryIntent("move", "ask:tove:tove")),
        ("问她自己", ("eskil", "tove"), StoryIntent("move", "ask:tove:tove")),
        ("问她自己", ("eskil",), StoryIntent("choose", moves=["ask:eskil:eskil"], why="ask_she")),
        ("问她船的事", ("eskil", "tove"), StoryIntent("move", "ask:tove:boat")),
        ("问他苏妮娃的事", ("eskil", "tove"), StoryIntent("move", "ask:eskil:sunniva")),
    ],
)
def test_who_is_asked_with_nothing_said_is_asked_in_general(
    message: str, here: tuple[str, ...], read: StoryIntent
):
    assert story_intent(with_(story_in("zh"), *here), message) == read


@pytest.mark.parametrize(("language", "message"), [("en", "ask Tove about her"), ("zh", "问托薇她的事")])
def test_her_may_be_whoever_is_asked_or_another_she(language: str, message: str):
    reading = story_intent(with_(story_in(language), "tove"), message)
    assert (reading.kind, [*reading.moves]) == ("choose", ["ask:tove:tove", "ask:tove:sunniva"])


@pytest.mark.parametrize(
    ("language", "message"), [("en", "ask Tove about herself"), ("zh", "问托薇她自己的事")]
)
def test_herself_is_whoever_is_asked(language: str, message: str):
    reading = story_intent(with_(story_in(language), "tove"), message)
    assert reading == StoryIntent("move", "ask:tove:tove")


@pytest.mark.parametrize(("language", "message"), [("en", "ask Eskil about her"), ("zh", "问埃斯克她的事")])
def test_whoever_is_a_he_is_not_asked_about_himself_as_her(language: str, message: str):
    reading = story_intent(with_(story_in(language), "eskil"), message)
    assert reading.kind == "choose" and {*reading.moves} == {"ask:eskil:sunniva", "ask:eskil:tove"}
