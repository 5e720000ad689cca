"""Tables through the engine: seats that play themselves, people who come and go, a person as master."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.support import say

from echoes.app import open_engine
from echoes.core.log.events import Event
from echoes.core.seats.events import SeatLeft, SeatTaken
from echoes.core.seats.visibility import PUBLIC, seen_by
from echoes.engine.ai_players.ai_table import MOST_TRIES
from echoes.engine.ai_players.table_runner import TableRunner
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.queries import read_entries
from echoes.games.party.events import TurnTaken
from echoes.games.party.phrases import table_phrase
from echoes.games.player import PlayerLimits

PARTY = ("ilse", "tobit", "marek", "pip")


@pytest.fixture
async def engine() -> AsyncIterator[GameEngine]:
    async with open_engine() as opened:
        yield opened


async def begun(engine: GameEngine, lang: str = "en") -> str:
    return (await engine.create_session("eleven_lanterns", lang=lang)).session_id


async def state_of(engine: GameEngine, session: str) -> Any:
    return await (await engine.open_session(session)).state()


async def speak(engine: GameEngine, session: str, seat: str, *messages: str) -> list[Event]:
    found: list[Event] = []
    for message in messages:
        found += [event async for event in engine.handle_message(session, message, seat=seat)]
    return found


async def sit(engine: GameEngine, session: str, seat: str, by: str = "ann") -> None:
    await engine.sit(session, SeatTaken(seat=seat, by=by, person=by))


def actors(events: Sequence[Event]) -> list[str]:
    return [event.seat for event in events if isinstance(event, TurnTaken)]


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_a_table_with_nobody_there_comes_to_an_end(engine: GameEngine, lang: str):
    session = await begun(engine, lang)
    runner = TableRunner(engine, session, seed=4)
    while await runner.is_due():
        assert await runner.step()
    assert (await engine.open_session(session)).ended
    assert (await replay(engine, session)).differences == []


async def test_a_runner_keeps_its_bounds(engine: GameEngine):
    session = await begun(engine)
    runner = TableRunner(engine, session, PlayerLimits(turns=3))
    while await runner.is_due():
        await runner.step()
    assert (await state_of(engine, session))["turns"] == runner.turns == 3


async def test_people_come_and_go_in_mid_round_and_nobody_acts_twice(engine: GameEngine):
    session = await begun(engine)
    runner = TableRunner(engine, session)
    await sit(engine, session, "tobit")
    acted: list[str] = []
    for _ in range(3):
        while await runner.is_due():
            acted += [one for step in await runner.step() for one in actors(step.events)]
        assert await engine.next_seat(session) == "tobit"
        acted += actors(await speak(engine, session, "tobit", "wait"))
        await engine.sit(session, SeatLeft(seat="tobit", by="ann", person="ann"))
        assert await runner.is_due(), "marek's turn, and nobody sits there"
        await sit(engine, session, "tobit")
    assert acted == [*PARTY, *PARTY, "ilse", "tobit"]


async def test_a_person_leads_the_table_from_the_next_round_and_may_leave_in_mid_turn(engine: GameEngine):
    session = await begun(engine)
    await speak(engine, session, "ilse", "wait")
    await sit(engine, session, "master")
    for seat in PARTY[1:]:
        await speak(engine, session, seat, "wait")
    await speak(engine, session, "pip", "/suggest let it rain")
    assert (await state_of(engine, session))["suggestion"] == "let it rain"
    assert await engine.next_seat(session) == "master"
    told = await speak(
        engine, session, "master", "/check Pip stealth 10", "/say the warden “Rain!”", "It rains."
    )
    assert [one.event for one in told if one.event in ("checked", "said")] == ["checked", "said", "said"]
    state = await state_of(engine, session)
    assert state["suggestion"] == "" and state["due"] == "ilse"
    for seat in PARTY:
        await speak(engine, session, seat, "wait")
    assert await engine.next_seat(session) == "master"
    await engine.sit(session, SeatLeft(seat="master", by="ann", person="ann"))
    await engine.settled(session)
    assert (await state_of(engine, session))["due"] == "ilse"
    assert (await replay(engine, session)).differences == []


@pytest.mark.parametrize(
    ("lang", "looks", "again"),
    [("en", "Look at the eleventh lantern", "I search the eleventh lantern"),
     ("zh", "看看第十一盏灯", "再搜一下第十一盏灯")],
)  # fmt: skip
async def test_what_was_tried_before_is_said_to_be_over_free_of_charge(
    engine: GameEngine, lang: str, looks: str, again: str
):
    session = await begun(engine, lang)
    for _ in range(20):
        if "wax_seen" in (await state_of(engine, session))["flags"]:
            break
        assert actors(await speak(engine, session, str(await engine.next_seat(session)), looks))
    else:
        pytest.fail("nobody found the wax")
    turns = (await state_of(engine, session))["turns"]
    said = await speak(engine, session, str(await engine.next_seat(session)), again)
    assert said[0].model_dump()["text"] == table_phrase(lang, "spent")
    assert (await state_of(engine, session))["turns"] == turns


async def test_what_is_a_seats_own_is_seen_by_it_and_the_master_alone(engine: GameEngine):
    session = await begun(engine)
    await speak(engine, session, "ilse", "/whisper Pip the duck knows", "go to the loft", "/sheet")
    entries = read_entries(engine, session)
    texts = {
        seat: " ".join(one.event.model_dump_json() for one in seen_by(entries, seat))
        for seat in (PUBLIC, "master", *PARTY)
    }
    own = {
        "the duck knows": {"ilse", "pip"},
        "Glass chimneys": {"ilse", "master"},
        "Ferry contract": set[str](),
    }
    own["You know that cough"] = {"ilse", "master"}
    own["Shiny."] = {"pip", "master"}
    for words, seats in own.items():
        assert {seat for seat, text in texts.items() if words in text} == seats, words
    public = [one.event.event for one in seen_by(entries, PUBLIC)]
    assert public == ["session_started", "turn_passed", "turn_taken", "character_acted", "turn_passed"]


async def test_turns_are_taken_back_and_tried_another_way(engine: GameEngine):
    session = await begun(engine)
    await say(engine, session, "wait", "go to the loft", "/undo 2")
    assert (await state_of(engine, session))["due"] == "ilse"
    fork = await engine.fork(session)
    await say(engine, fork, "go to the mill")
    assert (await state_of(engine, fork))["at"]["ilse"] == "mill"
    assert (await state_of(engine, session))["at"]["ilse"] == "square"
    assert (await replay(engine, fork)).differences == []


async def test_two_runners_leave_a_persons_seat_alone(engine: GameEngine):
    session = await begun(engine)
    await sit(engine, session, "tobit")
    runners = [TableRunner(engine, session), TableRunner(engine, session)]
    await asyncio.gather(*(runner.step() for runner in runners))
    assert sum(runner.turns for runner in runners) == 1
    assert await engine.next_seat(session) == "tobit"
    assert not any(runner.why for runner in runners)


@pytest.mark.parametrize("asked", ["next_seat", "handle_message"])
async def test_a_seat_that_is_taken_meanwhile_is_not_played(
    engine: GameEngine, monkeypatch: pytest.MonkeyPatch, asked: str
):
    session = await begun(engine)
    ask, calls = getattr(engine, asked), list[str]()

    async def sat_down() -> None:
        calls.append(asked)
        if len(calls) == 1:
            await sit(engine, session, "ilse")

    async def next_seat(session_id: str) -> str:
        seat = await ask(session_id)
        await sat_down()
        return seat

    async def handle_message(*args: Any, **named: Any) -> AsyncIterator[Event]:
        await sat_down()
        async for event in ask(*args, **named):
            yield event

    wrapped = {"next_seat": next_seat, "handle_message": handle_message}
    monkeypatch.setattr(engine, asked, wrapped[asked])
    runner = TableRunner(engine, session)
    await runner.step()
    assert (runner.turns, runner.why) == (0, "")
    assert not await runner.is_due()
    await runner.step(ordered=True)
    assert runner.turns == 1, "whoever asks for it has a person's turn made"


async def test_a_runner_stops_at_a_refusal_until_something_is_written(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__LIMITS__SESSION__TURNS", "1")
    async with open_engine() as engine:
        session = await begun(engine)
        runner = TableRunner(engine, session)
        assert len(await runner.step()) == 1 and await runner.is_due()
        assert len(await runner.step()) == MOST_TRIES
        assert "none left" in runner.why
        assert not await runner.is_due()
        await sit(engine, session, "pip")
        assert await runner.is_due()


def test_who_comes_back_to_a_table_sits_where_they_sat():
    def play(said: str, *arguments: str) -> str:
        command = [sys.executable, "-m", "echoes", "play", *arguments]
        done = subprocess.run(command, input=said, capture_output=True, text=True, check=True)
        return " ".join(done.stdout.split())

    left = play("/quit\n", "low_water", "--lang", "en", "--seat", "jory")
    again = left[left.index("--session") :].split()
    assert again[2:] == ["--seat", "jory"], "what is said leads back to the seat"
    assert "Jory Penn" in play("/sheet\n", "--session", again[1])
    wrong = [sys.executable, "-m", "echoes", "play", "--session", again[1], "--seat", "nobody"]
    refused = subprocess.run(wrong, input="", capture_output=True, text=True)
    assert refused.returncode == 1 and "no seat 'nobody'" in refused.stderr
    assert not refused.stdout, "what can't be played is not begun"
