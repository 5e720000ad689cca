"""Giving up ends a game of any kind, so a person is asked first."""

import pytest

from echoes.engine.engine import GameEngine


@pytest.mark.parametrize(
    "message", ["/giveup", "／放弃", " /认输 ", "/GiveUp now", "/ 放弃", "、放弃！", "/認輸"]
)
def test_a_person_is_asked_before_the_command_gives_up(own_engine: GameEngine, message: str):
    assert all(game.confirmation(message, "en") for game in own_engine.games.values())


@pytest.mark.parametrize("message", ["/undo", "Did he give up?", "giveup", "/give up", "say /giveup", ""])
def test_nobody_is_asked_before_anything_else(own_engine: GameEngine, message: str):
    assert not [name for name, game in own_engine.games.items() if game.confirmation(message, "en")]


@pytest.mark.parametrize("language", ["en", "zh", "fr"])
def test_every_kind_of_game_asks_first_and_only_then(own_engine: GameEngine, language: str):
    asked = {name: game.confirmation("/giveup", language) for name, game in own_engine.games.items()}
    assert len(asked) >= 3 and all(asked.values())
    assert "放弃" in asked["heist"] or language != "zh"
    assert not [game for game in own_engine.games.values() if game.confirmation("/sheet", language)]
