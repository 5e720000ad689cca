"""He or she is whoever was spoken of last, else it is asked who; nobody is asked where they are themselves."""

import pytest
from tests.unit.games.story.playing import after, read_after, story_in

from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.accusations import accused_as_one
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.matching import matcher_of
from echoes.language.speech_act import plain_message
from echoes.language.speech_acts import read_speech_act

KITCHEN = ("go:sorting_room", "do:open_bag", "go:kitchen")
WHERE = [
    ("en", "where is he?"),
    ("en", "ask her where he went"),
    ("zh", "他在哪里"),
    ("zh", "问她他去哪了"),
    ("zh", "他到哪儿去了"),
]
ACCUSED = [
    ("en", "it was him"),
    ("en", "he did it!"),
    ("zh", "是他干的"),
    ("zh", "肯定是他"),
    ("zh", "会不会是他"),
]


@pytest.mark.parametrize(("language", "message"), [*WHERE, *ACCUSED])
def test_he_is_whoever_was_spoken_of_last(language: str, message: str):
    reading = read_after(language, message, *KITCHEN, "ask:tove:eskil")
    assert (reading.kind, reading.moves[0]) == ("choose", "ask:tove:eskil")
    assert "ask:tove:doctor" not in reading.moves


@pytest.mark.parametrize(("language", "message"), [*WHERE, *ACCUSED])
def test_where_nobody_was_spoken_of_it_is_asked_which(language: str, message: str):
    reading = read_after(language, message, *KITCHEN)
    assert (reading.kind, reading.why) == ("choose", "ask_which")
    assert {"ask:tove:eskil", "ask:tove:doctor"} <= {*reading.moves}


@pytest.mark.parametrize(("language", "message"), [("en", "where is he?"), ("zh", "他在哪里")])
def test_who_is_named_in_what_was_told_was_spoken_of(language: str, message: str):
    reading = read_after(
        language,
        message,
        "go:yard",
        "do:feel_saddle",
        "go:foyer",
        "tell:veteran:not_home",
        name="missing_lead",
    )
    assert (reading.kind, [*reading.moves]) == ("choose", ["ask:veteran:lead"])


@pytest.mark.parametrize(("language", "message"), [("en", "ask him where he is"), ("zh", "问他他在哪里")])
def test_who_is_asked_where_he_is_is_asked_about_another(language: str, message: str):
    reading = read_after(language, message, "go:foyer", name="missing_lead")
    assert (reading.kind, [*reading.moves]) == ("choose", ["ask:veteran:lead"])


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "ask Tove where she was"),
        ("en", "ask her where she was last night"),
        ("zh", "问她昨晚她在哪里"),
    ],
)
def test_where_she_was_is_asked_of_herself(language: str, message: str):
    reading = read_after(language, message, *KITCHEN)
    assert "ask:tove:sunniva" not in reading.moves


@pytest.mark.parametrize(("language", "message"), [("en", "she did it"), ("zh", "是她干的")])
def test_who_is_accused_and_there_is_asked_whether_it_was_they(language: str, message: str):
    reading = read_after(language, message, "do:carry_wood", "go:sorting_room", "do:open_bag", "go:parlour")
    assert reading.kind == "choose" and "ask:sunniva:culprit" in reading.moves


@pytest.mark.parametrize(("language", "message"), [("en", "it wasn't her"), ("zh", "不是她干的")])
def test_who_denies_it_accuses_nobody(language: str, message: str):
    story = story_in(language)
    play, matcher, nothing = (
        StoryPlay(story, after(story, *KITCHEN)),
        matcher_of(story),
        StoryIntent("unknown"),
    )
    act = read_speech_act(language, message, matcher.names)
    assert accused_as_one(play, matcher, act, plain_message(message), nothing) == nothing
