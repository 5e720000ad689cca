"""Runners of free seats and AI players at the page's tables: one a session, and only while somebody looks on."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from echoes.app import open_engine
from echoes.core.seats.visibility import PUBLIC
from echoes.engine.engine import GameEngine
from echoes.games.player import PlayerLimits
from echoes.interfaces.web.live import ai_games
from echoes.interfaces.web.live.ai_games import AIGames
from echoes.interfaces.web.live.ai_status import ai_status
from echoes.interfaces.web.live.session import LiveSession
from echoes.interfaces.web.live.sessions import LiveSessions
from echoes.interfaces.web.live.subscribers import Subscriber


@pytest.fixture
async def engine() -> AsyncIterator[GameEngine]:
    async with open_engine() as opened:
        yield opened


async def table(engine: GameEngine) -> tuple[LiveSession, AIGames]:
    live = LiveSessions(engine)
    session = await engine.create_session("eleven_lanterns", lang="en")
    return await live.open(session.session_id), AIGames(engine, live.relay)


async def test_two_requests_at_once_begin_one_runner(engine: GameEngine):
    live, games = await table(engine)
    before = asyncio.all_tasks()
    games.run_table(live)
    games.run_table(live)
    assert live.ai.is_at_work
    assert len(asyncio.all_tasks() - before) == 1
    await games.stop_all()


@pytest.mark.parametrize("is_table", [True, False])
async def test_nobody_plays_on_at_a_table_that_nobody_looks_at(
    engine: GameEngine, monkeypatch: pytest.MonkeyPatch, is_table: bool
):
    live, games = await table(engine)
    monkeypatch.setattr(ai_games, "_ALONE_S", -1.0)
    before = asyncio.all_tasks()
    if is_table:
        games.run_table(live)
    else:
        games.start(live, "random", PlayerLimits(), 0)
    games.steer(live.session_id, "pace", 0.0)
    [task] = asyncio.all_tasks() - before
    await asyncio.wait_for(task, 20)
    assert not games.is_at_work(live.session_id) and live.ai.shown()["ai"] == "over"
    assert engine.get_session_state(live.session_id).turns == (0 if is_table else 1)


async def test_a_table_that_reaches_its_bounds_or_a_limit_says_so(
    engine: GameEngine, monkeypatch: pytest.MonkeyPatch
):
    live, games = await table(engine)
    monkeypatch.setattr(live.game, "caps", lambda: PlayerLimits(turns=1))
    before = asyncio.all_tasks()
    games.run_table(live)
    games.steer(live.session_id, "step")
    [task] = asyncio.all_tasks() - before
    await asyncio.wait_for(task, 20)
    assert live.ai.shown()["said"].startswith("Free seats wait. Free seats have made as many turns")


async def test_a_table_of_a_worker_that_says_no_more_is_called_a_table(
    engine: GameEngine, monkeypatch: pytest.MonkeyPatch
):
    live, _ = await table(engine)
    live.show_status(ai_status("en", "running", who="table"))
    monkeypatch.setattr(live.ai, "_until", 0.0)
    live.drop_silent()
    assert live.ai.shown()["said"] == "Free seats wait."


async def test_a_number_of_turns_is_made_and_the_table_waits_again(
    engine: GameEngine, monkeypatch: pytest.MonkeyPatch
):
    live, games = await table(engine)
    looks_on = property(lambda _: engine.get_session_state(live.session_id).turns < 2)
    monkeypatch.setattr(LiveSession, "is_watched", looks_on)
    monkeypatch.setattr(ai_games, "_ALONE_S", 0.5)
    before = asyncio.all_tasks()
    games.run_table(live, paused=True)
    games.steer(live.session_id, "pace", 0.0)
    games.steer(live.session_id, "run", turns=2)
    [task] = asyncio.all_tasks() - before
    await asyncio.wait_for(task, 60)
    assert engine.get_session_state(live.session_id).turns == 2


async def test_a_table_that_pauses_says_so_until_somebody_wants_it_to_go_on(
    engine: GameEngine, monkeypatch: pytest.MonkeyPatch
):
    live, games = await table(engine)
    monkeypatch.setattr(ai_games, "_FASTEST_S", 0.01)
    monkeypatch.setattr(type(live.game), "is_paused", lambda *_: True)
    with live.subscribers.join(Subscriber("ann", "Ann", PUBLIC)) as updates:
        games.run_table(live)
        games.steer(live.session_id, "pace", 0.0)
        async with asyncio.timeout(60):
            while "does not answer" not in str((await updates.get()).get("said")):
                pass
        assert live.ai.shown()["ai"] == "paused"
        assert engine.get_session_state(live.session_id).turns == 0
        games.steer(live.session_id, "resume")
        async with asyncio.timeout(60):
            while "does not answer" not in str((await updates.get()).get("said")):
                pass
    assert engine.get_session_state(live.session_id).turns == 1, "one turn, and then it pauses again"
    await games.stop_all()
