"""What every game type keeps to, the built-in ones and a foreign one alike."""

import copy
import json
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.support import ROOT, canary_puzzle, write_puzzle

from echoes.app import event_kinds, open_engine
from echoes.core.entries import Entry
from echoes.core.event_kinds import kind_of
from echoes.core.events import SessionEnded, SessionStarted
from echoes.core.log_lines import read_entry
from echoes.core.seat_view import PUBLIC, seen_by
from echoes.engine.engine import GameEngine
from echoes.engine.projection import fold
from echoes.engine.replay import replay
from echoes.interfaces.event_blocks import blocks_of

GAMES = {
    "situation_puzzle": (
        "silent_bell",
        ["Is he old?", "Was it the bell?", "/hint", "/undo", "What?", "/challenge", "/answer", "/giveup"],
    ),
    "heist": ("tidewater_ledger", ["1", "1", "1", "I juggle", "2", "/undo", "nonsense", "/giveup"]),
    "story": (
        "last_ferry",
        [
            "hello Sunniva",
            "go to the sorting room",
            "examine the seal",
            "nonsense",
            "/mute Tove",
            "/undo",
            "/giveup",
        ],
    ),
    "party": (
        "eleven_lanterns",
        [
            "go to the loft",
            "“Over here!”",
            "crowd",
            "/whisper Pip psst",
            "puppets",
            "wait",
            "bolt",
            "/undo",
            "nonsense",
            "/giveup",
        ],
    ),
    "pig": ("fifty", ["roll", "bank", "/wager red", "nonsense", "roll", "/undo", "/giveup"]),
}


@pytest.fixture
async def engine(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GameEngine]:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "plugins"))
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    write_puzzle(own_folders / "data" / "situation_puzzles", canary_puzzle())
    for folder in ("heists", "party", "stories"):
        shutil.copytree(ROOT / "data" / folder, own_folders / "data" / folder)
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
    await engine.settled(session.session_id)
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


async def test_what_a_seat_is_shown_follows_from_what_it_may_see(
    played: tuple[GameEngine, str, list[Entry]],
):
    """After each entry, all of it is the same whether the hidden entries are there or not."""
    engine, session_id, entries = played
    game, session = puzzle_state(engine, entries), await engine.open_session(session_id)
    for seat in (PUBLIC, *session.seats):
        for count in range(1, len(entries) + 1):
            known = [entries[:count], seen_by(entries[:count], seat)]
            states = [fold(game, session.scenario, part) for part in known]
            panels = [game.panels(session.scenario, state, "en", seat) for state in states]
            modes = [game.composer(session.scenario, state, "en", seat) for state in states]
            own = [game.view_model(session.scenario, state, "en", seat) for state in states]
            assert panels[0] == panels[1] and modes[0] == modes[1] and own[0] == own[1]
            assert modes[0], "there is a way to say something"


async def test_each_viewer_counts_turns_and_events_without_a_gap(
    played: tuple[GameEngine, str, list[Entry]],
):
    engine, session_id, entries = played
    session = await engine.open_session(session_id)
    assert len({*session.seats}) == len(session.seats)
    for seat in (PUBLIC, *session.seats):
        seen = [entry.event for entry in seen_by(entries, seat)]
        assert all(not event.audience or seat in event.audience for event in seen)
        assert [event.event_id for event in seen] == [f"{session_id}-{n}" for n in range(1, len(seen) + 1)]
        turns = [event.turn for event in seen if event.makes_turn]
        assert [*dict.fromkeys(turns)] == [*range(1, len({*turns}) + 1)]


async def test_who_may_act_has_a_seat_and_follow_up_work_leaves_nothing(
    played: tuple[GameEngine, str, list[Entry]],
):
    engine, session_id, entries = played
    game, session = puzzle_state(engine, entries), await engine.open_session(session_id)
    latest = 0
    for count, entry in enumerate(entries, 1):
        state = fold(game, session.scenario, entries[:count]).get("game")
        assert {*game.may_act(session.scenario, state)} <= {*session.seats}
        if entry.cause and entry.cause.settles is not None:
            assert entry.cause.settles == entry.event.turn == latest, "it belongs to the last turn"
            assert not game.unsettled(state)
        latest = max(latest, entry.event.turn)
