"""Heists lose nothing either: players are killed, starved of disk and crowded, and the log is sound and replays."""

from pathlib import Path
from typing import Any

import pytest
from tests.durability.test_nothing_is_lost import exported, is_in, shown_to
from tests.support import say

from echoes.app import open_engine
from echoes.engine.replay import replay

MESSAGES = ["1", "2", "1", "/undo", "Is it dark?", "say hello", "sneak", "qwerty", "/recap"]


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["killed", "starved", "crowded"])
async def test_a_heist_survives_whatever_happens_to_its_players(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch, mode: str
):
    monkeypatch.setenv("ECHOES__AGENTS__HEIST__SEED", "durable")
    monkeypatch.setenv("PLAYERS_SAY", "|".join(MESSAGES))
    async with open_engine() as engine:
        session = (await engine.create_session("tidewater_ledger", lang="en")).session_id
        await say(engine, session, "1", "1", "1")
    shown = shown_to(session, mode, 9000, 8)
    events: list[dict[str, Any]] = await exported(session)
    assert len(shown) > 8
    is_in(shown, events)
    numbers = [int(event["event_id"].rsplit("-", 1)[1]) for event in events]
    assert numbers == [*range(1, len(events) + 1)]
    async with open_engine() as engine:
        assert await say(engine, session, "/sheet")
        assert (await replay(engine, session)).differences == []
