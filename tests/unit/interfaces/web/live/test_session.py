"""A session as it happens: a page that does not read is sent the whole once it does."""

from pathlib import Path

from tests.support import say

from echoes.engine.engine import GameEngine
from echoes.engine.turns.narration import NarrationPiece
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
