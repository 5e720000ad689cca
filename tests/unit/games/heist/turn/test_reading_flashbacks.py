"""A flashback in one's own words is no deed of now: it finds what was prepared, or is told what it needs."""

import pytest
from tests.unit.games.heist.playing import Game, read
from tests.unit.games.heist.turn.test_reading import at
from tests.unit.games.heist.turn.test_respond import answered, events
from tests.words import is_right_or_asked

from echoes.games.heist.events import ActionFramed, HeistReplied

BRIBED = [
    ("en", "flashback: I bribed the clerk"),
    ("en", "In a flashback, I paid the guards."),
    ("en", "I'd like a flashback"),
    ("en", "I want to use a flashback: I bribed the clerk"),
    ("zh", "闪回：我早就收买了书记员"),
    ("zh", "我想用一个闪回：我收买了书记员"),
    ("zh", "我想做个倒叙"),
]


def with_dice(language: str, obstacle: str, used: bool = False) -> Game:
    """A game in which the dice for an obstacle are on the table, perhaps with its flashback told."""
    game = at("scene", language)
    game.first(f"approach:{obstacle}:")
    if used:
        game.first("flashback:")
    return game


@pytest.mark.parametrize(("language", "message"), BRIBED)
async def test_before_an_action_it_is_told_what_it_needs(language: str, message: str):
    game = at("scene", language)
    said = events(await answered(message, game))
    assert not any(isinstance(one, ActionFramed) for one in said)
    [reply] = [one for one in said if isinstance(one, HeistReplied)]
    assert {"en": "“Earlier”", "zh": "“早先”"}[language] in reply.text


@pytest.mark.parametrize(("language", "message"), BRIBED)
def test_in_an_action_what_was_prepared_is_offered(language: str, message: str):
    intent = read(with_dice(language, "quay.grate"), message)
    assert (intent.kind, intent.moves[0].key) == ("choose", "flashback:filed")


def test_words_of_what_was_prepared_tell_it():
    intent = read(with_dice("en", "quay.grate"), "flashback: I filed the bars")
    assert is_right_or_asked(intent.move, [move.key for move in intent.moves], "flashback:filed")


@pytest.mark.parametrize(("language", "message"), BRIBED)
def test_what_was_told_already_is_no_deed_of_now(language: str, message: str):
    intent = read(with_dice(language, "quay.grate", used=True), message)
    assert (intent.kind, intent.why) == ("unknown", "no_flashback")


@pytest.mark.parametrize(("language", "message"), [("en", "what is a flashback?"), ("zh", "闪回是什么？")])
def test_whoever_asks_about_it_is_answered(language: str, message: str):
    assert read(at("scene", language), message).kind == "question"
