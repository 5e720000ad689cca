"""Questions about names and things on the screen: what was read is known, and nothing else."""

from typing import Any

import pytest
from tests.unit.games.heist.playing import Game, read, score_in

from echoes.games.heist.pack.random_walk import PlainDice, begun_heist
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.rules.scenes import enter_scene
from echoes.games.heist.turn.recall import recalled


def entered(language: str, name: str, scene: str, **changes: Any) -> Game:
    """A game in which a scene has just begun."""
    score = score_in(language, name)
    state: Any = {**begun_heist(score, "seed"), "phase": "playing", **changes}
    play = HeistPlay(score, state, PlainDice())
    enter_scene(play, scene)
    return Game(score, play.state, play.state)


@pytest.mark.parametrize(
    ("language", "name", "scene", "question", "has"),
    [
        ("en", "eleven_minutes", "stage_door", "who is Basil?", "Basil"),
        ("en", "eleven_minutes", "box", "Who is the patron?", "upright"),
        ("en", "eleven_minutes", "stage_door", "who is Maestro Odo?", ""),
        ("en", "eleven_minutes", "roof", "who is Maestro Odo?", ""),
        ("en", "tidewater_ledger", "quay", "what do I carry?", ""),
        ("zh", "tidewater_ledger", "hall", "第二百一十二页写的是什么？", "你的名字"),
        ("zh", "tidewater_ledger", "quay", "洁萨米是谁？", ""),
        ("zh", "eleven_minutes", "stage_door", "单簧管是什么？", "单簧管"),
    ],
)
def test_what_stands_on_the_screen_is_recalled_and_nothing_else(
    language: str, name: str, scene: str, question: str, has: str
):
    game = entered(language, name, scene)
    found = recalled(game.score, game.state, question)
    assert has in found
    assert bool(has) == bool(found)


def test_an_opportunity_is_recalled_once_it_has_been_told():
    hidden = entered("zh", "tidewater_ledger", "hall")
    told = entered("zh", "tidewater_ledger", "hall", told=["opportunity:hall.verrin:first"])
    assert "脖子" not in recalled(hidden.score, hidden.state, "钥匙在谁身上？")
    assert "脖子" in recalled(told.score, told.state, "钥匙在谁身上？")


@pytest.mark.parametrize(
    ("language", "name", "scene", "message", "person"),
    [
        ("en", "eleven_minutes", "stage_door", "Good evening, Pim. What do you know about box nine?", "pim"),
        ("en", "eleven_minutes", "stage_door", "The one that lies, Pim.", "pim"),
        ("en", "eleven_minutes", "backstage", "Hello Ilse, how are you?", "ilse"),
        ("zh", "tidewater_ledger", "hall", "伊索，你还好吗？", "verrin"),
    ],
)
def test_whoever_is_called_by_name_is_spoken_to(
    language: str, name: str, scene: str, message: str, person: str
):
    assert read(entered(language, name, scene), message).person == person
