"""Giving up ends a game of any kind, so a person is asked first."""

import pytest

from echoes.engine.engine import GameEngine
from echoes.games.giving_up import gives_up


@pytest.mark.parametrize(
    "message", ["/giveup", "／放弃", " /认输 ", "/GiveUp now", "/ 放弃", "/giveup\u200b"]
)
def test_the_command_gives_up(message: str):
    assert gives_up(message)


@pytest.mark.parametrize("message", ["/undo", "Did he give up?", "giveup", "/giveupnot", "say /giveup", ""])
def test_nothing_else_gives_up(message: str):
    assert not gives_up(message)


@pytest.mark.parametrize("language", ["en", "zh", "fr"])
def test_every_kind_of_game_asks_first_and_only_then(own_engine: GameEngine, language: str):
    asked = {name: game.confirmation("/giveup", language) for name, game in own_engine.games.items()}
    assert len(asked) >= 3 and all(asked.values())
    assert "放弃" in asked["heist"] or language != "zh"
    assert not [game for game in own_engine.games.values() if game.confirmation("/sheet", language)]
