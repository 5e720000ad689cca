"""Stories lose nothing: follow-up work that a crash left is done, and players are killed, starved of disk and crowded."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.durability.test_nothing_is_lost import exported, is_in, shown_to
from tests.leaks.test_hostile_models import configure
from tests.storytellers import Storyteller
from tests.support import say

from echoes.app import open_engine
from echoes.engine.log.replay import replay
from echoes.engine.turns.turn_taking import TurnTaking
from echoes.testing import serving

MESSAGES = ["hello Sunniva", "1", "/again", "/undo", "wait", "I hum a tune", "/recap", "2"]


@pytest.fixture
def teller(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Storyteller]:
    teller = Storyteller(memory={"add": ["It was cold."], "summary": "A cold evening."})
    with serving(teller) as running:
        configure(monkeypatch, running, "api", own_folders)
        monkeypatch.delenv("ECHOES__PATHS__DATA")
        yield teller


async def test_follow_up_work_that_a_crash_left_is_done_before_the_next_turn(
    teller: Storyteller, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as crashed:
        crashed.setattr(TurnTaking, "settle", lambda *_: None)
        async with open_engine() as engine:
            session = (await engine.create_session("last_ferry", lang="en")).session_id
            await say(engine, session, "hello Sunniva")
    teller.tasks()
    async with open_engine() as engine:
        await say(engine, session, "hello Sunniva")
        assert sorted(teller.tasks()[:2]) == ["check", "memory:Sunniva"]
        await engine.settled(session)
        state = await (await engine.open_session(session)).state()
        assert state["memories"]["sunniva"]["facts"] == ["It was cold."]
        assert (await replay(engine, session)).differences == []


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["killed", "starved", "crowded"])
async def test_a_story_with_models_survives_whatever_happens_to_its_players(
    teller: Storyteller, monkeypatch: pytest.MonkeyPatch, mode: str
):
    monkeypatch.setenv("PLAYERS_SAY", "|".join(MESSAGES))
    async with open_engine() as engine:
        session = (await engine.create_session("last_ferry", lang="en")).session_id
        await say(engine, session, "hello Sunniva")
    shown = shown_to(session, mode, 9000, 3)
    events: list[dict[str, Any]] = await exported(session)
    assert len(shown) > 3
    is_in(shown, events)
    async with open_engine() as engine:
        assert await say(engine, session, "/status")
        await engine.settled(session)
        assert (await replay(engine, session)).differences == []
