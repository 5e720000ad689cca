"""Heists lose nothing either: players are killed, starved of disk and crowded, and the log is sound and replays."""

from pathlib import Path
from typing import Any

import pytest
from tests.durability.test_nothing_is_lost import exported, is_in, shown_to
from tests.support import say

from echoes.app import open_engine
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.queries import read_entries
from echoes.games.heist.events import DieSpent

MESSAGES = ["1", "2", "1", "/undo", "Is it dark?", "say hello", "sneak", "qwerty", "/recap"]


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["killed", "starved", "crowded"])
async def test_a_heist_survives_whatever_happens_to_its_players(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch, mode: str
):
    monkeypatch.setenv("ECHOES__AGENTS__HEIST__SEED", "durable")
    monkeypatch.setenv("PLAYERS_SAY", "|".join(MESSAGES))
    async with open_engine() as engine:
        session = (await engine.create_session("tidewater_ledger", lang="en")).session_id
        await say(engine, session, "1", "1", "1")
    shown = shown_to(session, mode, 9000, 8)
    events: list[dict[str, Any]] = await exported(session)
    assert len(shown) > 8
    is_in(shown, events)
    numbers = [int(event["event_id"].rsplit("-", 1)[1]) for event in events]
    assert numbers == [*range(1, len(events) + 1)]
    async with open_engine() as engine:
        assert await say(engine, session, "/sheet")
        assert (await replay(engine, session)).differences == []


def spent(events: Any) -> dict[str, Any]:
    """What a die bought, whenever it was."""
    [bought] = [event for event in events if isinstance(event, DieSpent)]
    return bought.model_dump(include={"die", "tier", "text", "pool"})


async def test_a_kill_anywhere_in_the_write_of_a_spent_die_leaves_all_of_it_or_nothing(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    """The log is cut before, in and after the first and the last line of it; the same die buys the same."""
    monkeypatch.setenv("ECHOES__AGENTS__HEIST__SEED", "durable")
    async with open_engine() as engine:
        session = (await engine.create_session("tidewater_ledger", lang="en")).session_id
        await say(engine, session, "1", "1", "1", "take the hinges off")
        [log] = own_folders.rglob(f"{session}.jsonl")
        before = log.read_bytes()
        bought = spent(await say(engine, session, "1"))
    whole = log.read_bytes()
    ends = [at + 1 for at in range(len(before), len(whole)) if whole[at : at + 1] == b"\n"]
    for cut in (len(before), ends[0] - 20, ends[0], ends[-1] - 20, ends[-1]):
        log.write_bytes(whole[:cut])
        async with open_engine() as engine:
            again = await _once_more(engine, session)
            assert again == bought, f"cut at {cut} of {len(whole)}"
            assert (await replay(engine, session)).differences == []


async def _once_more(engine: GameEngine, session: str) -> dict[str, Any]:
    """Return what the die bought: as it stands in the log, or once it has been spent again."""
    await engine.reconcile(session)
    entries = [entry.event for entry in read_entries(engine, session)]
    if any(isinstance(event, DieSpent) for event in entries):
        return spent(entries)
    return spent(await say(engine, session, "1"))
