"""Tables lose nothing either: players are killed, starved of disk and crowded, and nobody acts twice in a round."""

from pathlib import Path
from typing import Any

import pytest
from tests.durability.test_nothing_is_lost import exported, shown_to
from tests.support import say

from echoes.app import open_engine
from echoes.core.log.events import Event
from echoes.core.log.queries import effective_entries
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.queries import read_entries
from echoes.games.party.events import Checked, RoundEnded, TurnTaken

MESSAGES = ["1", "2", "3", "wait", "/undo", "“Who is there?”", "/whisper Neve the eel", "qwerty", "/recap"]


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["killed", "starved", "crowded"])
async def test_a_table_survives_whatever_happens_to_its_players(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch, mode: str
):
    monkeypatch.setenv("ECHOES__AGENTS__PARTY__SEED", "durable")
    monkeypatch.setenv("PLAYERS_SAY", "|".join(MESSAGES))
    async with open_engine() as engine:
        session = (await engine.create_session("low_water", lang="en")).session_id
        await say(engine, session, "1", "1")
    shown = shown_to(session, mode, 9000, 8)
    events: list[dict[str, Any]] = await exported(session)
    assert len(shown) > 8
    are_logged(shown, events)
    numbers = [int(event["event_id"].rsplit("-", 1)[1]) for event in events]
    assert numbers == [*range(1, len(events) + 1)]
    async with open_engine() as engine:
        assert await say(engine, session, "/sheet")
        assert (await replay(engine, session)).differences == []
        assert acted_twice([one.event for one in effective_entries(read_entries(engine, session))]) == []


def are_logged(shown: list[dict[str, Any]], events: list[dict[str, Any]]) -> None:
    """Each event that was shown stands in the log as it was shown, once, and in the order of what is as private.

    Each seat has numbers of its own, and a player here speaks from whichever seat is due: what was for a seat
    alone waits until the player speaks from that seat, and is then older than what everybody saw meanwhile.
    """
    logged, reached = [*map(_plain, events)], dict[tuple[int, tuple[str, ...]], int]()
    for event in shown:
        if event["event"] == "turn_failed" and "-x" in event["event_id"]:
            continue  # said to be free, and that nothing was saved
        hearers = event["player"], tuple(event.get("audience", ()))
        assert _plain(event) in logged
        after = logged[reached.get(hearers, 0) :]
        assert _plain(event) in after, "shown twice, or after what came later"
        reached[hearers] = len(logged) - len(after) + after.index(_plain(event)) + 1


def _plain(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key not in ("event_id", "turn", "turns", "player")}


@pytest.mark.parametrize("numbers", [[1, 1], [2, 1], [4]], ids=["twice", "out of order", "not in the log"])
def test_an_event_that_is_shown_as_it_does_not_stand_in_the_log_is_noticed(numbers: list[int]):
    events = [{"event": "said", "event_id": f"s-{n}", "text": f"Line {n}."} for n in (1, 2, 3, 4)]
    are_logged([{**events[n - 1], "player": 1} for n in (1, 2, 3)], events[:3])
    with pytest.raises(AssertionError):
        are_logged([{**events[n - 1], "player": 1} for n in numbers], events[:3])


def acted_twice(events: list[Event]) -> list[str]:
    """Return the seats that made two turns of one round."""
    twice, acted = list[str](), set[str]()
    for event in events:
        if isinstance(event, RoundEnded):
            acted.clear()
        elif isinstance(event, TurnTaken):
            twice += [event.seat] if event.seat in acted else []
            acted.add(event.seat)
    return twice


def rolled(events: list[Event]) -> dict[str, Any]:
    """Return what a check came to, whenever it was made."""
    [checked] = [event for event in events if isinstance(event, Checked)]
    return checked.model_dump(include={"seat", "faces", "total", "succeeds"})


async def test_a_kill_anywhere_in_the_write_of_a_turn_leaves_all_of_it_or_nothing(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    """The log is cut before, in and after the first and the last line of it; the same turn rolls the same."""
    monkeypatch.setenv("ECHOES__AGENTS__PARTY__SEED", "durable")
    async with open_engine() as engine:
        session = (await engine.create_session("low_water", lang="en")).session_id
        [log] = own_folders.rglob(f"{session}.jsonl")
        before = log.read_bytes()
        first = rolled([*await say(engine, session, "look at the rope")])
    whole = log.read_bytes()
    ends = [at + 1 for at in range(len(before), len(whole)) if whole[at : at + 1] == b"\n"]
    for cut in (len(before), ends[0] - 20, ends[0], ends[-1] - 20, ends[-1]):
        log.write_bytes(whole[:cut])
        async with open_engine() as engine:
            again = await _once_more(engine, session)
            assert again == first, f"cut at {cut} of {len(whole)}"
            assert (await replay(engine, session)).differences == []


async def _once_more(engine: GameEngine, session: str) -> dict[str, Any]:
    """Return what was rolled: as it stands in the log, or once the turn has been made again."""
    await engine.reconcile(session)
    entries: list[Event] = [entry.event for entry in read_entries(engine, session)]
    if any(isinstance(event, Checked) for event in entries):
        return rolled(entries)
    return rolled([*await say(engine, session, "look at the rope")])
