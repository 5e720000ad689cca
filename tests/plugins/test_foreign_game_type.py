"""A foreign package brings a second game type, and the engine plays it untouched."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support import say, write_puzzle

from echoes.app import open_engine
from echoes.core.errors import UnknownName
from echoes.core.roles import Role
from echoes.games.base import GAME_TYPES


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, own_folders: Path) -> Iterator[None]:
    """The package as it stands in this folder, metadata and all, on the path."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    write_puzzle(own_folders / "data" / "numbers", {"id": "seven", "language": "en", "secret": 7})
    yield
    sys.modules.pop("echoes_higher_lower", None)


def test_it_is_found_by_its_entry_point(installed: None):
    assert GAME_TYPES.names() == ["higher_lower", "situation_puzzle"]


def test_it_is_gone_with_its_package():
    with pytest.raises(UnknownName, match="Known: situation_puzzle"):
        GAME_TYPES.load("higher_lower")


async def test_it_is_played_resumed_undone_and_remembered(installed: None):
    async with open_engine() as engine:
        session = await engine.create_session("seven", player_id="ann")
        [low] = await say(engine, session.session_id, "3")
        assert (low.ruling, low.remark, low.turn) == ("NO", "higher", 1)
        undone, _ = await say(engine, session.session_id, "/undo")
        assert undone.turns == [1]
        assert (await session.state())["guesses"] == 0
    async with open_engine() as again:
        ruled, ended = await say(again, session.session_id, "7")
        assert (ruled.ruling, ruled.turn, ended.status) == ("YES", 2, "COMPLETED")
        assert again.get_session_state(session.session_id)["status"] == "COMPLETED"


async def test_its_secret_tier_is_as_safe_as_any(installed: None):
    async with open_engine() as engine:
        session = await engine.create_session("seven")
        found = await (await engine.retriever(session, Role.PLAYER)).search("7", limit=50)
        assert [passage.type for passage in found] == ["rule"]
