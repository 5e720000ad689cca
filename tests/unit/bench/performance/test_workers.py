"""Workers that are killed in mid-turn lose nothing, and what is lost or there twice would be counted."""

from pathlib import Path

import pytest
from tests.support import say

from echoes.bench.performance.models import stub, stubbed
from echoes.bench.performance.profile import profile_sessions
from echoes.bench.performance.workers import lost_and_twice, measure_workers
from echoes.engine.engine import GameEngine


@pytest.mark.slow
async def test_sessions_move_between_workers_of_which_one_is_killed(own_folders: Path, tmp_path: Path):
    found = await measure_workers(4, 1, 0, own_folders / "rag_storage", tmp_path, workers=2)
    assert (found.killed, found.lost, found.twice) == (1, 0, 0)


@pytest.mark.slow
async def test_the_shares_of_a_turn_are_all_of_it(own_folders: Path, tmp_path: Path):
    with stub(0) as url:
        found = await profile_sessions(stubbed(tmp_path, own_folders / "rag_storage", url), 1, 2)
    assert found and found.turn_ms > 0
    assert found.call + found.storage + found.graph + found.own + found.rest == pytest.approx(1)


async def test_what_is_lost_or_there_twice_is_counted(own_engine: GameEngine, bell: Path):
    session_id = (await own_engine.create_session("silent_bell")).session_id
    shown = await say(
        own_engine, session_id, "Was the bell broken?", "Is the sexton old?", "Was the bell broken?"
    )
    kept = {event.event_id for event in shown}
    asked = [(session_id, "Was the bell broken?"), (session_id, "Is it snowing?")]
    assert lost_and_twice(own_engine, asked, kept) == (1, 1)
    assert lost_and_twice(own_engine, asked[:1], {*kept, "seen by nobody else"}) == (1, 1)
