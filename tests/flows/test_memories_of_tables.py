"""What seats remember in long games: in the tail or in the summary, put right by whoever sits there."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.leaks.test_hostile_models import configure
from tests.tablemates import Tablemates

from echoes.app import open_engine
from echoes.core.seats.roles import Role
from echoes.engine.ai_players.table_runner import TableRunner
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.queries import read_entries, session_window
from echoes.games.context_window import Part
from echoes.games.party.memory.summaries import KEPT_LINES, MOST_WORDS, count_words
from echoes.games.party.memory.witnessing import lines_since
from echoes.testing import Say, serving


@pytest.fixture
async def table(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GameEngine]:
    monkeypatch.setenv("ECHOES__AGENTS__PARTY__CONTEXT_TOKENS__CHARACTER", "3500")
    monkeypatch.setenv("ECHOES__AGENTS__PARTY__SEED", "a seed")
    async with open_engine() as engine:
        yield engine


@pytest.fixture
def mates(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tablemates]:
    mates = Tablemates()
    with serving(mates) as running:
        configure(monkeypatch, running, "api", own_folders)
        monkeypatch.delenv("ECHOES__PATHS__DATA")
        yield mates


async def begun(engine: GameEngine, lang: str = "en") -> tuple[str, list[str]]:
    session = await engine.create_session("low_water", lang=lang)
    return session.session_id, [*session.scenario.party]


async def speak(engine: GameEngine, session: str, seat: str, message: str) -> str:
    events = [event async for event in engine.handle_message(session, message, seat=seat)]
    return "\n".join(getattr(event, "text", "") for event in events)


async def play_on(engine: GameEngine, session: str, turns: int) -> None:
    runner = TableRunner(engine, session)
    for _ in range(turns):
        await runner.step(ordered=True)
        await engine.settled(session)


async def memories(engine: GameEngine, session: str) -> dict[str, Any]:
    state: Any = await (await engine.open_session(session)).state()
    return state["memory"]["seats"]


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_without_a_model_nothing_that_was_witnessed_lies_between_tail_and_summary(
    table: GameEngine, lang: str
):
    session, party = await begun(table, lang)
    await play_on(table, session, 20)
    entries, seats = read_entries(table, session), await memories(table, session)
    assert any(one["upto"] for one in seats.values())
    for seat in party:
        own = seats[seat]
        window = await session_window(table, session, Role.PLAYER, seat=seat)
        assert (
            lines_since(entries, seat, own["heard"] - own["upto"])
            == window.items(Part.TURNS)[-(own["heard"] - own["upto"]) :]
        )
        assert not own["upto"] or own["heard"] - own["upto"] >= KEPT_LINES
        assert own["summary"] in ("", window.text(Part.SUMMARY))
        assert bool(own["summary"]) == bool(own["upto"])
        assert count_words(own["summary"]) < MOST_WORDS
        assert window.tokens <= 3500
    assert (await replay(table, session)).differences == []


@pytest.mark.parametrize(("lang", "restore"), [("en", "/memory restore"), ("zh", "/记忆 恢复")])
async def test_a_seat_reads_corrects_and_restores_what_it_remembers(
    table: GameEngine, lang: str, restore: str
):
    session, (one, other, *_) = await begun(table, lang)
    await play_on(table, session, 12)
    before = (await memories(table, session))[one]["summary"]
    assert before and before in await speak(table, session, one, "/memory")
    await speak(table, session, one, "/memory I owe the river a name.")
    assert "I owe the river a name." in await speak(table, session, one, "/memory")
    assert "I owe the river" not in await speak(table, session, other, "/memory")
    await speak(table, session, one, restore)
    assert (await memories(table, session))[one]["summary"] == before
    too_long = await speak(table, session, one, "/memory " + "a " * MOST_WORDS)
    assert str(MOST_WORDS) in too_long
    await speak(table, session, one, restore)
    await play_on(table, session, 8)
    assert "I owe the river a name." in (await memories(table, session))[one]["summary"], "own words are kept"
    assert (await replay(table, session)).differences == []


async def test_a_model_sums_up_for_each_seat_from_its_own_lines_alone(mates: Tablemates, table: GameEngine):
    mates.told["summary"] = "Plot: nobody knows where the ferryman is."
    session, (one, other, *_) = await begun(table)
    module = (await table.open_session(session)).scenario
    await speak(table, session, one, f"/w {module.party[other].name} the eel is in the well")
    await play_on(table, session, 14)
    asked = [asked for task, asked in mates.asked if task == "summary"]
    told = {
        name for call in asked if "the eel" in call.last for name in _names(module) if name in call.system
    }
    assert asked and told <= {module.party[one].name, module.party[other].name}
    assert {text["summary"] for text in (await memories(table, session)).values()} <= {
        "",
        mates.told["summary"],
    }
    mates.told["summary"] = Say(status=500)
    await play_on(table, session, 8)
    summed = [text["summary"] for text in (await memories(table, session)).values()]
    assert any(text != "Plot: nobody knows where the ferryman is." for text in summed), "rules stand in"
    assert (await replay(table, session)).differences == []


def _names(module: Any) -> list[str]:
    return [sheet.name for sheet in module.party.values()]
