"""Replay: the log alone gives the same game again, whatever was undone or forked."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support import canary_puzzle, say, write_puzzle

from echoes.app import open_engine
from echoes.core.log.events import event_to_json
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay

SOLVE = "/answer The ringing would have loosed an avalanche zzfactone. Snow lay on the slope zzfacttwo."
MESSAGES = [
    "Was the bell broken?", "Is the sexton old?", "Did the sexton fear the sound?", "is the bell loud", "1", "0",
    "/hint", "qwerty", "/challenge", "/undo", "/undo 3", "/status", "x" * 2100, "", "/answer Snow lay on the slope.",
    "/answer The ringing would have loosed an avalanche zzfactone. Snow lay on the slope zzfacttwo.",
]  # fmt: skip


async def kinds(engine: GameEngine, session_id: str) -> list[tuple[str, int]]:
    return [(entry.event.event, entry.event.turn) for entry in engine.storage.event_log.read(session_id)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15, deadline=None)
@given(messages=st.lists(st.sampled_from(MESSAGES), max_size=14), undo=st.integers(1, 3))
def test_any_game_is_reproduced_by_its_log_alone(
    own_folders: Path, bell: Path, messages: list[str], undo: int
):
    import asyncio
    import os

    os.environ["ECHOES__PATHS__DATA"] = str(bell.parent.parent)

    async def run() -> None:
        async with open_engine() as engine:
            session = (await engine.create_session("silent_bell")).session_id
            events = await say(engine, session, *messages)
            if not any(event.event == "session_ended" for event in events):
                await engine.undo(session, undo)
            result = await replay(engine, session)
            assert result.differences == []
            assert result.given == sum(event.event == "turn_failed" for event in events)

    try:
        asyncio.run(run())
    finally:
        del os.environ["ECHOES__PATHS__DATA"]


async def test_a_replay_asks_no_referee(own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch):
    from echoes.games.situation_puzzle.referees.rules.referee import EmbeddedReferee

    session = (await own_engine.create_session("silent_bell")).session_id
    await say(own_engine, session, "Was the bell broken?", "/challenge", "/answer Snow lay on the slope.")

    async def never(*_: Any) -> Any:
        pytest.fail("a referee was asked")

    for method in ("rule", "judge", "review"):
        monkeypatch.setattr(EmbeddedReferee, method, never)
    assert (await replay(own_engine, session)).differences == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"progress":0.5', b'"progress":1.0', "question_ruled.progress was 1.0 and is now 0.5"),
        (b'"remaining":1', b'"remaining":7', "hint_given.remaining was 7 and is now 1"),
        (b'"message":"/hint"', b'"message":"/help"', "the log has hint_given; again came command_result"),
        (
            b'"confidence":1.0,"rationale"',
            b'"confidence":0.1,"rationale"',
            "what led to question_ruled is not the same",
        ),
    ],
)
async def test_a_log_that_was_tampered_with_is_found_out(
    own_engine: GameEngine, bell: Path, own_folders: Path, old: bytes, new: bytes, said: str
):
    session = (await own_engine.create_session("silent_bell")).session_id
    await say(own_engine, session, "Did the sexton fear the sound?", "/hint", "Was the bell broken?")
    path = own_folders / "game_storage" / "events" / f"{session}.jsonl"
    assert old in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    differences = (await replay(own_engine, session)).differences
    assert any(said in line for line in differences)


async def test_an_edited_puzzle_changes_no_game_that_was_begun(own_engine: GameEngine, bell: Path):
    session = (await own_engine.create_session("silent_bell")).session_id
    await say(own_engine, session, "Was the bell broken?")
    write_puzzle(bell.parent, canary_puzzle(rulings=[{"text": "Was the bell broken?", "ruling": "YES"}]))
    assert (await replay(own_engine, session)).differences == []
    forked = await own_engine.fork(session)
    [ruled] = await say(own_engine, forked, "Was the bell broken?")
    assert ruled.ruling == "NO"


async def test_events_of_undone_turns_stay_in_the_log(own_engine: GameEngine, bell: Path):
    session = (await own_engine.create_session("silent_bell")).session_id
    [ruled] = await say(own_engine, session, "Was the bell broken?")
    await say(own_engine, session, "/undo")
    logged = [event_to_json(entry.event) for entry in own_engine.storage.event_log.read(session)]
    assert event_to_json(ruled) in logged
