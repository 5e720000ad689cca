"""Sessions of earlier builds are listed, shown and exported; whoever would play one on is told why not."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.support import ROOT

from echoes.core.errors import BadInput
from echoes.core.log.entries import Entry
from echoes.core.log.events import SCHEMA_VERSION, StartTrace
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.earlier_builds import goes_on, must_go_on
from echoes.engine.sessions.queries import session_rows
from echoes.interfaces.transcript import markdown

EARLIER = sorted((ROOT / "tests" / "fixtures" / "logs" / "earlier").glob("*.jsonl"))
TITLES = [
    "Last Ferry Before the Ice",
    "Low Water",
    "The Silent Bell",
    "The Silent Bell",
    "The Tidewater Ledger",
]


@pytest.fixture
def engine_with_earlier(own_engine: GameEngine, own_folders: Path) -> GameEngine:
    events = own_folders / "game_storage" / "events"
    events.mkdir(parents=True, exist_ok=True)
    for log in EARLIER:
        shutil.copy(log, events)
    return own_engine


async def test_they_are_listed_shown_and_exported(engine_with_earlier: GameEngine):
    rows = await session_rows(engine_with_earlier)
    assert sorted(row.title for row in rows) == TITLES
    assert not any(row.goes_on or row.is_open for row in rows)
    for row in rows:
        assert engine_with_earlier.get_session_state(row.session_id).turns == row.turns > 0
        log = engine_with_earlier.storage.event_log.read(row.session_id)
        assert row.title in markdown(log, engine_with_earlier.games)


@pytest.mark.parametrize("log", EARLIER, ids=lambda path: path.stem)
async def test_they_are_not_played_on_and_it_is_said_why_in_one_line(
    engine_with_earlier: GameEngine, log: Path
):
    tried: list[Any] = [
        engine_with_earlier.open_session(log.stem),
        engine_with_earlier.fork(log.stem),
        engine_with_earlier.undo(log.stem, 1),
        replay(engine_with_earlier, log.stem),
    ]
    for attempt in tried:
        with pytest.raises(BadInput, match="another build of echoes") as raised:
            await attempt
        assert "\n" not in str(raised.value) and f"echoes sessions export {log.stem}" in str(raised.value)
        assert log.stem in raised.value.message("zh") != str(raised.value)
    await engine_with_earlier.delete_session(log.stem)
    assert log.stem not in engine_with_earlier.storage.event_log.sessions()


async def test_a_session_goes_on_by_the_rules_of_its_game_alone(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell")
    opening: Entry = own_engine.storage.event_log.read(session.session_id)[0]
    assert opening.traced(StartTrace).rules == own_engine.games["situation_puzzle"].rules == 1
    assert goes_on(opening, own_engine.games) and opening.event.schema_ == SCHEMA_VERSION
    other = Entry(opening.event, StartTrace(rules=2))
    with pytest.raises(BadInput):
        must_go_on(other, own_engine.games)
    assert goes_on(other, {}), "of a game that is not installed nothing is known"
