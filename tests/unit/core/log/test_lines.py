"""Lines of a log: those of this form are entries, those of earlier builds are as far as they are known."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support import KINDS, ROOT

from echoes.core.errors import StorageFailed
from echoes.core.log.events import SCHEMA_VERSION, SessionStarted, event_to_json
from echoes.core.log.lines import NewerLog, game_type_of, read_entry
from echoes.engine.engine import GameEngine

EARLIER = sorted((ROOT / "tests" / "fixtures" / "logs" / "earlier").glob("*.jsonl"))


def lines_of(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("log", EARLIER, ids=lambda path: path.stem)
def test_each_event_of_an_earlier_build_is_kept_with_all_that_it_said(log: Path):
    lines = lines_of(log)
    game = game_type_of(lines[0])
    entries = [read_entry(line, KINDS, game) for line in lines]
    assert isinstance(entries[0].event, SessionStarted)
    for line, entry in zip(lines, entries, strict=True):
        was, cause = line["event"], line.get("cause") or {}
        assert was["schema"] < SCHEMA_VERSION
        assert was.items() <= event_to_json(entry.event).items()
        assert (entry.cause and entry.cause.message) == cause.get("message")


def test_an_event_that_is_none_today_is_read_as_it_stands():
    line = lines_of(EARLIER[0])[1]
    line["event"] |= {"event": "wind_turned", "towards": ["north"]}
    line["trace"] = {"why": 3}
    entry = read_entry(line, KINDS, "situation_puzzle")
    assert event_to_json(entry.event)["towards"] == ["north"]
    line["event"]["schema"] = SCHEMA_VERSION
    with pytest.raises(ValueError, match="wind_turned"):
        read_entry(line, KINDS, "situation_puzzle")


def test_a_line_of_a_newer_version_is_not_guessed_at():
    line = lines_of(EARLIER[0])[1]
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
    "line",
    [
        {},
        [],
        None,
        {"event": 3},
        {"event": {"schema": 0}},
        {"event": {"schema": "x"}},
        {"event": {"schema": 1}},
    ],
)
def test_what_is_no_entry_is_refused(line: Any):
    with pytest.raises(ValueError):
        read_entry(line, KINDS, "situation_puzzle")
