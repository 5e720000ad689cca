"""Sessions as they happen: who is watched, and what is still shown by a server that ends."""

import asyncio
from pathlib import Path

from tests.support import say

from echoes.core.seats.visibility import PUBLIC
from echoes.engine.engine import GameEngine
from echoes.interfaces.web.live.sessions import LiveSessions
from echoes.interfaces.web.visitors import Visitor

ANN = Visitor("web-ann", "Ann", "en")


async def test_a_server_that_ends_shows_the_answer_that_somebody_waits_for_and_ends_the_other_streams_at_once(
    own_engine: GameEngine, bell: Path
):
    sessions = LiveSessions(own_engine)
    live = [
        await sessions.open((await own_engine.create_session("silent_bell", "ann")).session_id) for _ in "ab"
    ]
    waiting, idle = [one.stream(ANN, "", 0) for one in live]
    for stream in (waiting, idle):
        await anext(stream)
    with live[0].asking("Ann", PUBLIC):
        ending = asyncio.create_task(sessions.end_streams())
        assert [sent async for sent in idle if "Was the bell" in sent] == []
        await say(own_engine, live[0].session_id, "Was the bell broken?")
        assert not ending.done()
    assert len([sent async for sent in waiting if "Was the bell broken?" in sent]) == 1
    await ending


async def test_a_session_is_watched_while_somebody_looks_on_at_another_worker(
    own_engine: GameEngine, bell: Path
):
    session = await own_engine.create_session("silent_bell", "ann")
    live = await LiveSessions(own_engine).open(session.session_id)
    assert not live.is_watched
    live.subscribers.elsewhere.note("another", [("mark", "Bo")])
    assert live.is_watched
