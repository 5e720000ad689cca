"""The overview of a session is one flat row, the same wherever it is shown."""

from pathlib import Path

import pytest
from tests.unit.engine.played import finish

from echoes.core.errors import StorageFailed
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.overview import SessionOverview, session_overview

KEYS = [
    *("session_id", "game_type", "puzzle_id", "puzzle_hash", "title", "lang", "player_id", "lineage"),
    *(
        "forked_from",
        "main_line_choice",
        "main_line",
        "remembered",
        "goes_on",
        "started",
        "updated",
        "status",
        "turns",
        "progress",
    ),
    *("questions", "hints", "score", "not_ruled", "asked_back", "picked", "model_calls", "tokens"),
]


async def test_its_json_form_is_flat_and_in_order(own_engine: GameEngine, bell: Path):
    session = await finish(own_engine, "silent_bell", "Was the bell broken?", "/hint", "/giveup")
    row = session_overview(own_engine.storage.event_log.read(session), own_engine.games)
    shown = row.to_json()
    assert list(shown) == KEYS
    assert shown == own_engine.get_session_state(session).to_json()
    assert (row.is_open, row.counts["hints"], shown["hints"]) == (False, 1, 1)
    assert SessionOverview.from_json(shown) == row


async def test_a_seat_knows_the_turns_and_the_progress_that_it_saw(own_engine: GameEngine, bell: Path):
    asked = ("Was the bell broken?", "Did the sexton fear the sound?")
    log = own_engine.storage.event_log.read(await finish(own_engine, "silent_bell", *asked))
    log = [one.changed(audience=("red",)) if one.event.turn == 2 else one for one in log]
    red, blue = (session_overview(log, own_engine.games, seat) for seat in ("red", "blue"))
    assert (red.turns, red.progress) == (2, 0.5)
    assert (blue.turns, blue.progress) == (1, 0.0)


async def test_a_game_that_is_not_installed_counts_nothing_of_its_own(own_engine: GameEngine, bell: Path):
    session = await finish(own_engine, "silent_bell", "Was the bell broken?")
    row = session_overview(own_engine.storage.event_log.read(session), {})
    assert row.counts == {}
    own = session_overview(own_engine.storage.event_log.read(session), own_engine.games).counts
    assert list(row.to_json()) == [key for key in KEYS if key not in own]


def test_a_log_without_a_beginning_is_refused():
    with pytest.raises(StorageFailed, match="no beginning"):
        session_overview([], {})
