"""Words that say nothing about a framed action: it is let be, and they are read as themselves."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import Game, in_play, read
from tests.unit.games.heist.turn.test_reading import at
from tests.words import is_right_or_asked

from echoes.games.heist.events import ActionDropped, ActionFramed, DieSpent, MoodChanged
from echoes.games.heist.turn.unframed import unframed_moves


def kinds(events: list[Any]) -> list[type]:
    return [type(event) for event in events]


@pytest.mark.parametrize(
    ("language", "message", "key"),
    [
        ("en", "talk to the watchmen instead", "approach:quay.patrol:talk"),
        ("en", "Lever the bars apart", "approach:quay.grate:bars"),
        ("zh", "去跟巡夜的搭话，借个火", "approach:quay.patrol:talk"),
        ("zh", "把铁条撬开", "approach:quay.grate:bars"),
    ],
)
def test_another_way_closes_the_dice_and_is_meant(language: str, message: str, key: str):
    game = at("dice", language)
    intent = read(game, message)
    assert is_right_or_asked(intent.move, [move.key for move in intent.moves], key)
    assert key in [move.key for move in unframed_moves(game.score, game.state)]


@pytest.mark.parametrize(
    ("language", "message"), [("en", "talk to the watchmen"), ("zh", "去跟巡夜的搭话，借个火")]
)
def test_what_was_put_in_is_not_lost_unasked(language: str, message: str):
    game = at("dice", language)
    game.make("push")
    intent = read(game, message)
    assert (intent.kind, intent.why) == ("choose", "ask_instead")
    assert intent.moves[0].key == "approach:quay.patrol:talk"
    game.state = {**game.state, "asked": ["approach:quay.patrol:talk"]}
    assert read(game, "1").move == "approach:quay.patrol:talk"
    assert read(game, "0").kind == "declined"


@pytest.mark.parametrize(
    ("language", "message", "kind"),
    [
        ("en", "hello", "speak"),
        ("en", "I run away", "choose"),
        ("en", "go backstage", "unknown"),
        ("en", "the weather is fine", "unknown"),
        ("zh", "你好", "speak"),
        ("zh", "今天天气不错", "unknown"),
    ],
)
def test_all_other_words_are_read_as_in_the_scene(language: str, message: str, kind: str):
    intent = read(at("dice", language), message)
    assert intent.kind == kind or (kind == "unknown" and intent.kind == "choose")


@pytest.mark.parametrize(("language", "message"), [("en", "push myself"), ("zh", "豁出去了")])
def test_what_was_put_in_already_is_no_other_deed(language: str, message: str):
    game = at("dice", language)
    game.make("push")
    intent = read(game, message)
    assert (intent.kind, intent.why) == ("unknown", "no_use")


@pytest.mark.parametrize("message", ["Cross between two rounds", "sneak across"])
def test_the_same_action_is_not_framed_again(message: str):
    intent = read(at("dice", "en"), message)
    assert (intent.kind, intent.why) == ("unknown", "framed_already")


def test_an_action_is_let_be_before_the_next_is_framed_and_no_die_is_spent():
    game = in_play()
    game.make("approach:quay.patrol:slip")
    before = game.state["pool"]
    happened = kinds(game.make("approach:quay.patrol:talk"))
    assert happened[1:5] == [ActionDropped, MoodChanged, MoodChanged, ActionFramed]
    assert DieSpent not in happened and game.state["pool"] == before


@pytest.mark.parametrize(("key", "phase"), [("retreat", "between_scenes"), ("exit:in", "between_scenes")])
def test_leaving_lets_a_framed_action_be(key: str, phase: str):
    game: Game = in_play()
    game.make("approach:quay.grate:hinge")
    assert ActionDropped in kinds(game.make(key))
    assert (game.state["phase"], game.state["framing"]) == (phase, None)


def test_behind_no_framed_action_nothing_is_open():
    assert unframed_moves(at("scene", "en").score, at("scene", "en").state) == []
    assert unframed_moves(at("price", "en").score, at("price", "en").state) == []
