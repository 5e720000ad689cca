"""Recorded entries: an event, and what led to it beside it."""

import pytest

from echoes.engine.engine import GameEngine


@pytest.mark.usefixtures("bell")
async def test_who_asked_is_kept_beside_the_event_and_not_in_it(own_engine: GameEngine):
    session = await own_engine.create_session("silent_bell", "ann")
    [event] = [
        e async for e in own_engine.handle_message(session.session_id, "Was the bell broken?", by="Bo")
    ]
    entries = own_engine.storage.event_log.read(session.session_id)
    assert entries[-1].cause is not None and entries[-1].cause.by == "Bo"
    assert "Bo" not in event.model_dump_json()
