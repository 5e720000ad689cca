"""Workers: what is lost or there twice is counted."""

from pathlib import Path

from tests.support import say

from echoes.bench.performance.workers import lost_and_twice
from echoes.engine.engine import GameEngine


async def test_what_is_lost_or_there_twice_is_counted(own_engine: GameEngine, bell: Path):
    session_id = (await own_engine.create_session("silent_bell")).session_id
    shown = await say(
        own_engine, session_id, "Was the bell broken?", "Is the sexton old?", "Was the bell broken?"
    )
    kept = {event.event_id for event in shown}
    asked = [(session_id, "Was the bell broken?"), (session_id, "Is it snowing?")]
    assert lost_and_twice(own_engine, asked, kept) == (1, 1)
    assert lost_and_twice(own_engine, asked[:1], {*kept, "seen by nobody else"}) == (1, 1)
