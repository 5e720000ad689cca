"""Claims of who did it: nothing is told that is of somebody else, and whoever was named stands in the question."""

import pytest
from tests.unit.games.story.playing import CONFESSION, HITCH, SEAL, after, story_in

from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.claims import with_doer_kept
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.interpret import story_intent
from echoes.games.story.turn.matching import matcher_of
from echoes.language.speech_act import plain_message
from echoes.language.speech_acts import read_speech_act

FOUND = (*SEAL, *HITCH)
CONFESSED = (*FOUND, *CONFESSION)


def with_eskil(story: StoryPack, moves: tuple[str, ...]) -> StoryPlay:
    """Return a play in which the player stands on the landing with the ferryman alone."""
    state = after(story, *moves)
    at = {**dict.fromkeys(state["at"], "loft"), "eskil": "landing", "player": "landing"}
    changed: StoryState = {**state, "at": at}
    return StoryPlay(story, changed)


NOTHING = StoryIntent("unknown")


def claimed(language: str, message: str, moves: tuple[str, ...]) -> StoryIntent:
    """Return what a claim is taken for where nothing else was read."""
    play = with_eskil(story_in(language), moves)
    matcher = matcher_of(play.story)
    act = read_speech_act(language, message, matcher.names)
    return with_doer_kept(play, matcher, act, plain_message(message), NOTHING)


OF_THE_DOCTOR = [
    ("en", "tell Eskil that the doctor cut it"),
    ("en", "tell Eskil that the doctor cut the seal"),
    ("en", "tell Eskil that the doctor is a thief"),
    ("en", "the doctor did it, Eskil"),
    ("en", "Eskil, it was the doctor"),
    ("zh", "告诉埃斯克是医生割断的"),
    ("zh", "告诉埃斯克医生割断了火漆"),
    ("zh", "跟埃斯克说是医生干的"),
    ("zh", "是医生割的"),
]


@pytest.mark.parametrize("moves", [FOUND, CONFESSED])
@pytest.mark.parametrize(("language", "message"), OF_THE_DOCTOR)
def test_a_claim_does_not_lose_whom_it_is_of(language: str, message: str, moves: tuple[str, ...]):
    reading = story_intent(with_eskil(story_in(language), moves), message)
    assert (reading.kind, reading.moves[0]) == ("choose", "ask:eskil:doctor")


def test_what_somebody_else_did_is_not_told_for_it():
    play = with_eskil(story_in("en"), CONFESSED)
    assert story_intent(play, "tell Eskil that the doctor cut it").name == ""


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "tell Eskil that Tove cut it"),
        ("en", "tell Eskil that Tove cut the seal"),
        ("en", "tell Eskil that she cut it"),
        ("zh", "告诉埃斯克是托薇割的"),
    ],
)
def test_what_is_known_of_whom_is_named_is_told(language: str, message: str):
    reading = story_intent(with_eskil(story_in(language), CONFESSED), message)
    assert (reading.kind, reading.name) == ("move", "tell:eskil:tove_cut")


@pytest.mark.parametrize(
    ("language", "message"), [("en", "Eskil, it was Tove"), ("zh", "告诉埃斯克是托薇割断的")]
)
def test_what_is_known_of_them_is_offered_first_where_it_was_not_said_whole(language: str, message: str):
    reading = story_intent(with_eskil(story_in(language), CONFESSED), message)
    assert (reading.kind, reading.moves[0]) == ("choose", "tell:eskil:tove_cut")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "tell Eskil that he cut it"),
        ("en", "tell Eskil that I cut it"),
        ("en", "tell Eskil that nobody cut it"),
        ("zh", "告诉埃斯克是约翰干的"),
    ],
)
def test_whoever_else_is_said_to_have_done_it_it_is_asked_back(language: str, message: str):
    reading = story_intent(with_eskil(story_in(language), CONFESSED), message)
    assert (reading.kind, [*reading.moves]) == ("choose", ["tell:eskil:tove_cut"])


@pytest.mark.parametrize(
    ("language", "message", "move"),
    [
        ("en", "tell Eskil about the seal", "tell:eskil:seal_cut"),
        ("en", "tell Eskil that somebody cut the seal", "tell:eskil:seal_cut"),
        ("zh", "告诉埃斯克有人割开了火漆", "tell:eskil:seal_cut"),
        ("en", "ask Eskil who cut it", "ask:eskil:culprit"),
    ],
)
def test_what_claims_nothing_of_anybody_is_read_as_before(language: str, message: str, move: str):
    reading = story_intent(with_eskil(story_in(language), FOUND), message)
    assert move in (reading.name, *reading.moves)


@pytest.mark.parametrize("moves", [FOUND, CONFESSED])
@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("zh", "不是医生割的"),
        ("zh", "告诉埃斯克不是医生割的"),
        ("zh", "告诉埃斯克火漆不是医生割的"),
        ("zh", "告诉埃斯克不可能是医生割的"),
        ("en", "tell Eskil I don't think the doctor cut it"),
    ],
)
def test_who_denies_a_deed_claims_it_of_nobody(language: str, message: str, moves: tuple[str, ...]):
    assert claimed(language, message, moves) == NOTHING
    assert all(claimed(*one, moves) != NOTHING for one in OF_THE_DOCTOR if one[0] == language)


@pytest.mark.parametrize(
    ("language", "message"), [("zh", "跟他说她割了火漆"), ("en", "tell him that she cut the seal")]
)
def test_her_deed_that_is_known_is_offered_first(language: str, message: str):
    reading = story_intent(with_eskil(story_in(language), CONFESSED), message)
    assert (reading.kind, reading.moves[0]) == ("choose", "tell:eskil:tove_cut")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "message",
    [
        "it was x who " * 76 + "!" * 1000 + ",a b",
        "it was x who " + "a" * 2000 + ",a b",
        "tove had " * 220 + "!" * 20 + "x",
        "had " * 500,
        "tove cut" + "!" * 2000 + "x",
        "是他自己" + "自己" * 1000,
        "他自己" * 660,
        "是他不" * 660,
    ],
)
def test_long_messages_that_claim_nothing_are_not_read_as_claims(language: str, message: str):
    reading = story_intent(with_eskil(story_in(language), CONFESSED), message)
    assert not reading.name.startswith("tell:")
