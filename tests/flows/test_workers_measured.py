"""Workers that are killed in mid-turn lose nothing, and the shares of a turn are all of it."""

from pathlib import Path

import pytest

from echoes.bench.performance.models import stub, stubbed
from echoes.bench.performance.profile import profile_sessions
from echoes.bench.performance.workers import measure_workers


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
