"""A session as it happens: each page gets the whole once it reads on, and a server that ends shows the last answer."""

import asyncio
from pathlib import Path

from tests.support import say

from echoes.core.seats import PUBLIC
from echoes.engine.engine import GameEngine
from echoes.engine.narration import NarrationPiece
from echoes.interfaces.web.live.sessions import LiveSessions
from echoes.interfaces.web.visitors import Visitor

ANN = Visitor("web-ann", "Ann", "en")


async def test_a_reader_that_does_not_read_is_sent_the_whole_once_it_does(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell", "ann")
    live = await LiveSessions(own_engine).open(session.session_id)
    stream = live.stream(ANN, "", 0)
    first = await anext(stream)
    assert '"set"' in first and first.startswith("id: 1\n")
    for _ in range(2000):
        live.hear(NarrationPiece("word ", 0))
    await say(own_engine, session.session_id, "Was the bell broken?")
    await live.catch_up()
    sent = ""
    for _ in range(1000):  # far less than there were
        sent = await anext(stream)
        if "Was the bell broken?" in sent:
            break
    assert "Was the bell broken?" in sent
    await stream.aclose()
    assert len(live.subscribers) == 0


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
