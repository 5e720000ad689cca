"""Game types are made when they are first used, once."""

from typing import Any

import pytest

from echoes.games.game_types import GameTypes


def test_each_is_made_when_it_is_used_and_only_once():
    made: list[str] = []

    def make(name: str) -> Any:
        made.append(name)
        return name.title()

    games = GameTypes(["chess", "go"], make)
    assert ("go" in games, "dice" in games, len(games), [*games]) == (True, False, 2, ["chess", "go"])
    assert made == [], "their names tell nothing of what they are"
    assert (games["go"], games.get("go"), games.get("dice")) == ("Go", "Go", None)
    assert made == ["go"]
    assert [*games.values()] == ["Chess", "Go"]
    with pytest.raises(KeyError):
        games["dice"]
