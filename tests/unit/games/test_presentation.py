"""What a kind of game shows where it says nothing of its own."""

from typing import Any

import pytest
from tests.support import entry

from echoes.games.presentation import Presentation


class Riddle(Presentation[Any, Any]):
    """A kind of game with a title in Chinese."""

    name = "riddle"
    title = "Riddle"
    description = "Guess it."
    translations = {"zh": ("谜语", "猜一猜。")}  # noqa: RUF012


class Bare(Presentation[Any, Any]):
    """A kind of game that says nothing of itself."""

    name = "bare"


@pytest.mark.parametrize(
    ("kind", "language", "shown"),
    [
        (Riddle, "zh", ("谜语", "猜一猜。")),
        (Riddle, "fr", ("Riddle", "Guess it.")),
        (Bare, "zh", ("bare", "")),
    ],
)
def test_a_kind_is_introduced_in_the_language_or_in_english(kind: Any, language: str, shown: tuple[str, str]):
    assert kind().introduction(language) == shown


def test_only_what_ends_the_game_is_asked_about_first():
    game = Riddle()
    assert game.confirmation("/giveup", "en") == game.giving_up("en") != ""
    assert game.confirmation("/giveup", "zh") == game.giving_up("zh") != game.giving_up("en")
    assert game.confirmation("I give it up?", "en") == ""


def test_what_was_asked_back_last_can_still_be_picked():
    asked = entry(event="clarification_asked", text="x", prompt="?", options=[])
    said = entry(event="command_result", command="help", text="x")
    game = Bare()
    assert game.open_choice(None, [said, asked]) is asked.event
    assert game.open_choice(None, [asked, said]) is None
    assert game.open_choice(None, []) is None
