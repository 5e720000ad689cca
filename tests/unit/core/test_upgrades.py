"""Logs of every version so far are read, and give the game that was played."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.support import KINDS, ROOT, say

from echoes.core.errors import StorageFailed
from echoes.core.events import SCHEMA_VERSION, event_to_json
from echoes.core.upgrades import NewerLog, read_entry
from echoes.engine.engine import GameEngine
from echoes.engine.replay import replay

LOGS = ROOT / "tests" / "fixtures" / "logs"
VERSIONS = sorted(LOGS.glob("v*"))
TYPED = LOGS / "typed"
"""A log of version 2 since a game owns its events, messages and all."""


def lines_of(version: Path) -> list[dict[str, Any]]:
    [log] = (version / "events").glob("*.jsonl")
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


def test_there_is_a_log_of_each_version():
    assert [path.name for path in VERSIONS] == [f"v{n}" for n in range(1, SCHEMA_VERSION + 1)]


@pytest.mark.parametrize("version", [*VERSIONS, TYPED], ids=lambda path: path.name)
def test_each_line_becomes_an_event_of_today(version: Path):
    for line in lines_of(version):
        was, now = line["event"], event_to_json(read_entry(line, KINDS, "situation_puzzle").event)
        assert now["schema"] == SCHEMA_VERSION
        assert {key: value for key, value in was.items() if key != "schema"}.items() <= now.items()


@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name)
async def test_an_old_session_is_shown_replayed_forked_and_counted(
    own_engine: GameEngine, own_folders: Path, version: Path
):
    shutil.copytree(version, own_folders / "game_storage", dirs_exist_ok=True)
    [session_id] = own_engine.storage.event_log.sessions()
    state = own_engine.get_session_state(session_id)
    assert (state.status, state.turns, state.counts["questions"], state.counts["score"]) == (
        "COMPLETED",
        4,
        2,
        95,
    )
    assert (await replay(own_engine, session_id)).differences == []
    forked = await own_engine.fork(session_id, at=4)
    [shown] = await say(own_engine, forked, "Was the bell broken?")
    assert (shown.event, shown.turn) == ("question_ruled", 5)
    player = await own_engine.players.show("ann")
    assert (player.profile.counts.solved, player.open) == (1, (forked,))


async def test_a_log_of_typed_events_is_shown_and_replayed(own_engine: GameEngine, own_folders: Path):
    shutil.copytree(TYPED, own_folders / "game_storage", dirs_exist_ok=True)
    [session_id] = own_engine.storage.event_log.sessions()
    state = own_engine.get_session_state(session_id)
    assert (state.status, state.turns, state.counts["questions"], state.counts["hints"]) == (
        "COMPLETED",
        4,
        1,
        1,
    )
    assert (await replay(own_engine, session_id)).differences == []
    causes = [line["cause"] for line in lines_of(TYPED) if line["cause"]]
    assert all(cause["message"] for cause in causes), "what was sent is always kept"


def test_a_line_of_a_newer_version_is_not_guessed_at():
    line = lines_of(VERSIONS[-1])[1]
    line["event"]["schema"] = SCHEMA_VERSION + 1
    with pytest.raises(NewerLog):
        read_entry(line, KINDS, "situation_puzzle")


async def test_a_session_of_a_newer_version_says_so(own_engine: GameEngine, bell: Path, own_folders: Path):
    session = await own_engine.create_session("silent_bell")
    path = own_folders / "game_storage" / "events" / f"{session.session_id}.jsonl"
    before = path.read_bytes().replace(b'"schema":%d' % SCHEMA_VERSION, b'"schema":99')
    path.write_bytes(before)
    with pytest.raises(StorageFailed, match=r"newer version of echoes\. Update echoes"):
        own_engine.storage.event_log.read(session.session_id)
    with pytest.raises(StorageFailed, match="newer"):
        own_engine.storage.event_log.repair(session.session_id)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "line", [{}, [], None, {"event": 3}, {"event": {"schema": 0}}, {"event": {"schema": "x"}}]
)
def test_what_is_no_entry_is_refused(line: Any):
    with pytest.raises(ValueError):
        read_entry(line, KINDS, "situation_puzzle")
