"""Words against open moves: whole cues count, words by the way count little."""

import pytest
from tests.unit.games.heist.playing import in_play, score_in

from echoes.games.heist.turn.matching import (
    bare_of,
    names_another_deed,
    names_of,
    overlap,
    own_ways,
    said_exactly,
    verbs_in,
)
from echoes.games.heist.turn.options import OpenMove

STONE = OpenMove("stone", "Throw a stone (Survey)", ("stone", "loose brick"), "survey", "Throw a stone")
SING = OpenMove("sing", "Sing — loudly", ("sing",), label="Sing")


@pytest.mark.parametrize(
    ("language", "text", "cues", "shared"),
    [
        ("en", "throw the stones", ["stone"], {"stone"}),
        ("en", "milestone", ["stone"], set()),
        ("zh", "扔石头", ["石头"], {"石头"}),
        ("zh", "看书", ["看守"], set()),
    ],
)
def test_a_cue_is_found_as_a_word(language: str, text: str, cues: list[str], shared: set[str]):
    assert overlap(language, text, cues) == shared


@pytest.mark.parametrize(
    ("said", "key"), [("throw a stone", "stone"), ("sing", "sing"), ("loose brick", "stone"), ("dance", "")]
)
def test_a_name_or_a_cue_alone_is_that_move(said: str, key: str):
    assert said_exactly([STONE, SING], said) == key


def test_a_name_that_two_moves_have_is_neither():
    assert said_exactly([SING, OpenMove("again", "Sing", ("sing",), label="Sing")], "sing") == ""


def test_names_leave_prices_and_marks_out():
    assert names_of(STONE) == {"throw a stone (survey)", "throw a stone"}
    assert names_of(SING) == {"sing — loudly", "sing"}
    assert bare_of(" Ｓｉｎｇ ") == "sing"


def test_an_action_that_its_author_did_not_think_of_is_tried_on_what_is_named():
    score, state = score_in("en"), in_play().state
    ways = own_ways(score, state, "smash the sluice grate")
    assert [way.key for way in ways] == ["approach:quay.grate:improvised:wreck"]
    assert own_ways(score, {**state, "mood": "bargain"}, "smash the sluice grate") == []


def test_a_verb_of_two_words_is_not_meant_by_one_of_them():
    assert not verbs_in("zh", "打开账本看看", ["打开门"]) and verbs_in("zh", "打开门", ["打开门"])
    assert not verbs_in("en", "look out", ["knock out"]) and verbs_in("en", "knock him out", ["knock out"])


@pytest.mark.parametrize(("language", "message"), [("en", "flirt a little"), ("zh", "跟巡夜的聊聊")])
def test_whoever_deals_with_people_deals_with_no_thing(language: str, message: str):
    game = in_play("seed", language)
    assert [move.key for move in own_ways(game.score, game.state, message)] == [
        "approach:quay.patrol:improvised:consort"
    ]


@pytest.mark.parametrize(
    ("message", "other"),
    [
        ("throw a stone", False),
        ("scout and throw a stone", False),
        ("kill them with a stone", True),
        ("tell them about the stone", True),
    ],
)
def test_a_verb_of_another_action_is_another_deed_and_to_tell_is_none(message: str, other: bool):
    assert names_another_deed("en", message, STONE) == other


@pytest.mark.parametrize(("message", "other"), [("look at the brick", True), ("take the brick", False)])
def test_to_look_is_to_do_nothing(message: str, other: bool):
    assert names_another_deed("en", message, OpenMove("take", "Take the brick", label="Take it")) == other
