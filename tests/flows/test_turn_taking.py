"""Nobody waits for a model but whoever asked, and a thought counts only where the game stands as it was read."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.flows.test_model_games import fair
from tests.leaks.test_hostile_models import configure

from echoes.app import open_engine
from echoes.core.errors import StorageFailed
from echoes.core.log.events import Event, TurnFailed
from echoes.core.log.queries import effective_entries, message_of
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.queries import session_window
from echoes.engine.turns.read_ahead import ReadAhead
from echoes.engine.turns.turn_taking import TurnTaking
from echoes.games.base import AnyGame
from echoes.games.scenario import Scenario
from echoes.testing import Asked, ModelServer, Say, serving


class SlowModel:
    """Thinks about questions with a `?!` until it is released."""

    def __init__(self) -> None:
        self.asked, self.may_answer, self.calls = threading.Event(), threading.Event(), 0

    def __call__(self, asked: Asked) -> Say | str:
        self.calls += 1
        if "?!" in asked.last:
            self.asked.set()
            assert self.may_answer.wait(30)
        return fair(asked)


@pytest.fixture
def model() -> SlowModel:
    return SlowModel()


@pytest.fixture
def server(
    model: SlowModel, own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ModelServer]:
    with serving(model) as running:
        configure(monkeypatch, running, "api", own_folders)
        yield running
        model.may_answer.set()


async def say(engine: GameEngine, session: str, text: str) -> list[Event]:
    return [event async for event in engine.handle_message(session, text)]


async def test_undo_and_reading_do_not_wait_for_a_model(server: ModelServer, model: SlowModel):
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        await say(engine, session, "Is there any snow?")
        thinking = asyncio.create_task(say(engine, session, "Was there an avalanche?!"))
        await asyncio.to_thread(model.asked.wait, 30)

        [undone] = await engine.undo(session, 1)
        assert undone.event == "turns_undone"
        assert (await session_window(engine, session, "referee")).text
        forked = await engine.fork(session)
        assert engine.get_session_state(forked).turns == 0
        assert not thinking.done()

        model.may_answer.set()
        [ruled] = await thinking
        # It was thought about anew, as if it had been asked after the undo; both thoughts are paid for.
        assert (ruled.event, ruled.turn) == ("question_ruled", 2)
        entries = engine.storage.event_log.read(session)
        assert [message_of(e) for e in effective_entries(entries) if e.event.makes_turn] == [
            "Was there an avalanche?!"
        ]
        cause = entries[-1].cause
        assert cause and cause.dropped and cause.dropped.model_calls == 1
        context = await (await engine.open_session(session)).read()
        assert context.get("spent", {})["model_calls"] == model.calls
        assert (await replay(engine, session)).differences == []


async def test_messages_are_answered_in_the_order_in_which_they_came(server: ModelServer, model: SlowModel):
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        texts = ["Was it cold?!", "Was it dark?", "Was it late?", "Was it loud?"]
        asked = list[asyncio.Task[list[Event]]]()
        for text in texts:
            asked.append(asyncio.create_task(say(engine, session, text)))
            await asyncio.sleep(0)
        await asyncio.to_thread(model.asked.wait, 30)
        model.may_answer.set()
        await asyncio.gather(*asked)
        entries = engine.storage.event_log.read(session)
        assert [message_of(entry) for entry in entries if entry.cause] == texts


async def test_whoever_comes_once_a_scenario_is_read_is_answered_after_those_who_waited_for_it(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    may_read, is_read = threading.Event(), asyncio.Event()
    start, asked = ReadAhead.start, list[asyncio.Task[list[Event]]]()

    def start_and_tell(reads: ReadAhead, game: AnyGame, scenario: Scenario) -> "asyncio.Task[None]":
        def ask(_: "asyncio.Task[None]") -> None:
            asked.append(asyncio.create_task(say(engine, session, "Was it late?")))
            is_read.set()

        reading = start(reads, game, scenario)
        reading.add_done_callback(ask)
        return reading

    def read_slowly(_: Scenario) -> None:
        assert may_read.wait(30)

    monkeypatch.setattr(ReadAhead, "start", start_and_tell)
    async with open_engine() as engine:
        monkeypatch.setattr(engine.games["situation_puzzle"], "read_ahead", read_slowly)
        session = (await engine.create_session("silent_bell")).session_id
        asked.append(asyncio.create_task(say(engine, session, "Was it cold?")))
        await asyncio.sleep(0)
        may_read.set()
        await is_read.wait()
        await asyncio.gather(*asked)
        entries = engine.storage.event_log.read(session)
        assert [message_of(entry) for entry in entries if entry.cause] == ["Was it cold?", "Was it late?"]


async def test_what_models_cost_is_kept_while_nothing_can_be_recorded(
    server: ModelServer, model: SlowModel, monkeypatch: pytest.MonkeyPatch
):
    model.may_answer.set()

    def is_full(*_: object) -> int:
        raise StorageFailed("the database is full", "Free space.")

    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        with monkeypatch.context() as full:
            full.setattr(engine.storage.event_log, "append", is_full)
            [failed] = await say(engine, session, "Was there an avalanche?!")
        assert isinstance(failed, TurnFailed)
        assert "is full" in failed.error
        await say(engine, session, "Was there an avalanche?!")
        context = await (await engine.open_session(session)).read()
        assert context.get("spent", {})["model_calls"] == model.calls


async def test_a_message_is_given_up_where_the_game_moves_on_each_time(
    server: ModelServer, model: SlowModel, monkeypatch: pytest.MonkeyPatch
):
    async with open_engine() as engine:
        session_id = (await engine.create_session("silent_bell")).session_id
        for number in range(6):
            await say(engine, session_id, f"Was the bell {number} years old?")
        session = await engine.open_session(session_id)
        prepare = session.prepare

        async def interrupted(*args: object, **named: object) -> object:
            prepared = await prepare(*args, **named)  # pyright: ignore[reportArgumentType]
            await engine.undo(session_id, 1)
            return prepared

        with monkeypatch.context() as patched:
            patched.setattr(session, "prepare", interrupted)
            [failed] = await say(engine, session_id, "Was it cold?")
        assert failed.event == "turn_failed"
        entries = engine.storage.event_log.read(session_id)
        assert entries[-1].event == failed
        assert entries[-1].trace and entries[-1].trace.usage and entries[-1].trace.usage.model_calls == 4
        assert (await replay(engine, session_id)).differences == []


async def test_a_session_that_is_deleted_meanwhile_gets_nothing_more(server: ModelServer, model: SlowModel):
    async with open_engine() as engine:
        session = (await engine.create_session("silent_bell")).session_id
        thinking = asyncio.create_task(say(engine, session, "Was it cold?!"))
        await asyncio.to_thread(model.asked.wait, 30)
        await engine.delete_session(session)
        model.may_answer.set()
        [failed] = await thinking
        assert failed.event == "turn_failed"
        assert session not in engine.storage.event_log.sessions()


def test_a_place_in_the_queue_of_each_seat_is_a_lock_of_its_own():
    """Seats may be called anything; a lock's name has to be a file's."""
    places = {TurnTaking.place("a-1", seat) for seat in ("", "red", "seat:2", "../up", "红")}
    assert len(places) == 5
    assert not any("/" in place for place in places)
