"""Words that leave something over are asked back; words that say a move whole are taken."""

import pytest
from tests.unit.games.story.playing import after, story_in

from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.state import StoryState
from echoes.games.story.turn.certainty import is_certain_move, moves_meant, said_or_shown
from echoes.games.story.turn.matching import matcher_of
from echoes.language.speech_act import SpeechAct, plain_message
from echoes.language.speech_acts import read_speech_act


def is_certain(message: str, key: str, language: str = "en") -> bool:
    story = story_in(language)
    act = read_speech_act(language, message, matcher_of(story).names)
    play = StoryPlay(story, after(story))
    return is_certain_move(play, matcher_of(story), act, plain_message(message), key)


@pytest.mark.parametrize(
    ("message", "key", "certain"),
    [
        ("ask Tove about the knife", "ask:tove:knife", True),
        ("Tove, is the knife made of silver?", "ask:tove:knife", False),
        ("should I ask Tove about the knife?", "ask:tove:knife", False),
        ("put the knife back where it was", "ask:tove:knife", False),
        ("ask the knife who held it", "ask:tove:knife", False),
        ("not the knife", "ask:tove:knife", False),
        ("did I ask about the knife?", "ask:tove:knife", False),
        ("go to Tove and ask about the knife", "ask:eskil:knife", False),
        ("where was the doctor last night?", "ask:tove:last_night", False),
        ("dry the pots", "do:dry_pots", True),
        ("dry the pots with the mail bag", "do:dry_pots", False),
        ("I'm not drying the pots", "do:dry_pots", False),
        ("wait a moment", "wait:", True),
        ("wait until the lamp burns down", "wait:", False),
        ("hello Tove", "greet:tove", True),
        ("go to the parlour", "go:parlour", True),
    ],
)
def test_a_move_is_certain_where_nothing_is_left_over(message: str, key: str, certain: bool):
    assert is_certain(message, key) is certain


@pytest.mark.parametrize(
    ("message", "key", "certain"),
    [
        ("我们该不该去客厅", "go:parlour", False),
        ("托薇，到底是谁干的？", "ask:tove:culprit", True),
        ("不是我干的", "ask:tove:culprit", False),
        ("放小刀", "ask:tove:knife", False),
        ("我刚才问过小刀的事", "ask:tove:knife", False),
    ],
)
def test_in_chinese_musing_denying_and_telling_of_it_ask_nobody(message: str, key: str, certain: bool):
    assert is_certain(message, key, "zh") is certain


def state_with(**changes: object) -> StoryState:
    return {**after(story_in("en")), **changes}  # type: ignore[typeddict-item]


def play_with(**changes: object) -> StoryPlay:
    return StoryPlay(story_in("en"), state_with(**changes))


def test_a_question_about_what_is_known_may_be_meant_to_tell_it():
    play = play_with(knows={PLAYER: ["knot"]})
    assert said_or_shown(play, ["ask:tove:knot", "ask:tove:crates"]) == [
        "tell:tove:knot",
        "ask:tove:knot",
        "ask:tove:crates",
    ]


def test_a_question_about_what_is_held_may_be_meant_to_show_it():
    play = play_with(holds={"knife": PLAYER})
    assert said_or_shown(play, ["ask:tove:knife"]) == ["show:tove:knife", "ask:tove:knife"]


@pytest.mark.parametrize(
    "act", [SpeechAct(act="ask", rest="knot"), SpeechAct(act="", rest="knot", is_question=True)]
)
def test_what_is_clearly_asked_is_asked_back_as_a_question(act: SpeechAct):
    assert moves_meant(play_with(knows={PLAYER: ["knot"]}), act, "ask:tove:knot") == ["ask:tove:knot"]


def test_a_bare_word_may_be_told_or_asked():
    meant = moves_meant(play_with(knows={PLAYER: ["knot"]}), SpeechAct(act="", rest="knot"), "ask:tove:knot")
    assert meant == ["tell:tove:knot", "ask:tove:knot"]
