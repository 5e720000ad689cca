"""What every game type keeps to, the built-in ones and a foreign one alike."""

import copy
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.support import canary_puzzle, write_puzzle

from echoes.app import event_kinds, open_engine
from echoes.core.entries import Entry
from echoes.core.event_kinds import kind_of
from echoes.core.events import SessionEnded, SessionStarted
from echoes.core.upgrades import read_entry
from echoes.engine.engine import GameEngine
from echoes.engine.replay import replay
from echoes.engine.turns import fold
from echoes.interfaces.event_blocks import blocks_of

GAMES = {
    "situation_puzzle": (
        "silent_bell",
        ["Is he old?", "Was it the bell?", "/hint", "/undo", "What?", "/challenge", "/answer", "/giveup"],
    ),
    "pig": ("fifty", ["roll", "bank", "/wager red", "nonsense", "roll", "/undo", "/giveup"]),
}


@pytest.fixture
async def engine(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GameEngine]:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "plugins"))
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    write_puzzle(own_folders / "data" / "situation_puzzles", canary_puzzle())
    write_puzzle(own_folders / "data" / "pig", {"id": "fifty", "language": "en", "goal": 50})
    async with open_engine() as opened:
        yield opened
    for name in [name for name in sys.modules if name.startswith("echoes_pig")]:
        del sys.modules[name]


@pytest.fixture(params=GAMES)
async def played(request: pytest.FixtureRequest, engine: GameEngine) -> tuple[GameEngine, str, list[Entry]]:
    """A session in which a bit of everything happened, and its log."""
    scenario, messages = GAMES[request.param]
    session = await engine.create_session(scenario)
    for message in messages:
        seat = await session.next_seat()
        async for _ in engine.handle_message(session.session_id, message, seat=seat):
            pass
    return engine, session.session_id, engine.storage.event_log.read(session.session_id)


def puzzle_state(engine: GameEngine, entries: list[Entry]) -> Any:
    started = entries[0].event
    assert isinstance(started, SessionStarted)
    return engine.games[started.game_type]


async def test_a_line_of_the_log_is_read_as_it_was_written(played: tuple[GameEngine, str, list[Entry]]):
    engine, _, entries = played
    game, kinds = puzzle_state(engine, entries), event_kinds(engine.games)
    for entry in entries:
        line = json.loads(json.dumps(entry.to_json()))
        again = read_entry(line, kinds, game.name)
        assert (again.event, again.trace, again.cause) == (entry.event, entry.trace, entry.cause)
        assert type(again.event) is type(entry.event)
        assert again.to_json() == entry.to_json()


async def test_the_log_alone_gives_the_state_and_evolving_changes_nothing_of_before(
    played: tuple[GameEngine, str, list[Entry]],
):
    engine, session_id, entries = played
    game, session = puzzle_state(engine, entries), await engine.open_session(session_id)
    assert fold(game, session.scenario, entries).get("game") == await session.state()
    state = game.initial_state(session.scenario)
    for entry in entries:
        before = copy.deepcopy(state)
        after = game.evolve(state, entry)
        assert state == before
        state = json.loads(json.dumps(after))


async def test_a_session_is_run_again_without_a_difference(played: tuple[GameEngine, str, list[Entry]]):
    engine, session_id, _ = played
    assert (await replay(engine, session_id)).differences == []


async def test_every_event_is_shown_or_silent_in_both_languages(
    played: tuple[GameEngine, str, list[Entry]],
):
    engine, _, entries = played
    game = puzzle_state(engine, entries)
    for entry in entries:
        for language in ("en", "zh"):
            blocks = blocks_of(entry.event, engine.games, game.name, language)
            assert all(block.plain().strip() for block in blocks)
    assert isinstance(entries[-1].event, SessionEnded)


async def test_a_game_gives_its_events_kinds_of_their_own(engine: GameEngine):
    for game in engine.games.values():
        kinds = [kind_of(kind) for kind in game.events]
        assert len(kinds) == len({*kinds})
        assert all(kind.model_config.get("frozen") for kind in game.events)


async def test_its_tiers_are_those_of_its_policy_and_its_documents(
    played: tuple[GameEngine, str, list[Entry]],
):
    engine, session_id, entries = played
    game, session = puzzle_state(engine, entries), await engine.open_session(session_id)
    assert {document.tier for document in game.documents(session.scenario)} <= {*game.tiers}
    assert {*game.roles} <= {*game.access}
    assert all(tiers <= {*game.tiers} for tiers in game.access.values())
