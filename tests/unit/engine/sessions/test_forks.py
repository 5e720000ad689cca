"""Forks: a game of its own that shares the past, undone turns and all."""

from pathlib import Path

import pytest
from tests.support import say

from echoes.core.errors import BadInput
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay

SOLVE = "/answer The ringing would have loosed an avalanche zzfactone. Snow lay on the slope zzfacttwo."


async def kinds(engine: GameEngine, session_id: str) -> list[tuple[str, int]]:
    return [(entry.event.event, entry.event.turn) for entry in engine.storage.event_log.read(session_id)]


async def test_a_fork_shares_the_past_undone_turns_and_all(own_engine: GameEngine, bell: Path):
    session = (await own_engine.create_session("silent_bell")).session_id
    await say(own_engine, session, "Was the bell broken?", "/hint", "/undo", "Is the sexton old?")
    forked = await own_engine.fork(session)
    assert await kinds(own_engine, forked) == await kinds(own_engine, session)
    started = own_engine.storage.event_log.read(forked)[0].event
    assert (started.forked_from, started.forked_at, started.lineage) == (session, 3, session)
    again = own_engine.storage.event_log.read(await own_engine.fork(forked))[0].event
    assert (again.forked_from, again.lineage) == (forked, session)


async def test_a_fork_is_reproduced_by_its_log_like_any_session(own_engine: GameEngine, bell: Path):
    session = (await own_engine.create_session("silent_bell")).session_id
    await say(own_engine, session, "Was the bell broken?", "/hint", "/undo", "Is the sexton old?", "/giveup")
    forked = await own_engine.fork(session, at=3)
    await say(own_engine, forked, "/challenge")
    result = await replay(own_engine, forked)
    assert (result.differences, result.messages, result.given) == ([], 5, 0)


async def test_what_happens_in_a_fork_stays_there(own_engine: GameEngine, bell: Path):
    session = (await own_engine.create_session("silent_bell")).session_id
    await say(own_engine, session, "Was the bell broken?", "/hint")
    before = await kinds(own_engine, session)
    forked = await own_engine.fork(session, at=1)
    [hint] = await say(own_engine, forked, "/hint")
    assert (hint.level, hint.turn) == (1, 2)
    await say(own_engine, forked, "/giveup")
    assert await kinds(own_engine, session) == before


async def test_a_turn_that_was_taken_back_lives_on_in_a_fork(own_engine: GameEngine, bell: Path):
    session = (await own_engine.create_session("silent_bell")).session_id
    await say(own_engine, session, "Was the bell broken?", "Did the sexton fear the sound?", "/undo")
    assert own_engine.get_session_state(session).progress == 0
    forked = await own_engine.fork(session, at=2)
    assert own_engine.get_session_state(forked).progress == 0.5


@pytest.mark.parametrize("at", [-1, 3, 99])
async def test_a_fork_at_no_turn_is_refused(own_engine: GameEngine, bell: Path, at: int):
    session = (await own_engine.create_session("silent_bell")).session_id
    await say(own_engine, session, "Was the bell broken?", "/hint")
    with pytest.raises(BadInput, match=f"there is no turn {at}. The session's turns are 0 to 2"):
        await own_engine.fork(session, at=at)


async def test_a_fork_of_a_game_that_ended_can_be_played_on(own_engine: GameEngine, bell: Path):
    session = (await own_engine.create_session("silent_bell")).session_id
    await say(own_engine, session, "Was the bell broken?", "Is the sexton old?", SOLVE)
    for at in (None, 2, 3):
        forked = await own_engine.fork(session, at=at)
        [shown] = await say(own_engine, forked, "/hint")
        assert (shown.event, shown.turn) == ("hint_given", 3)
