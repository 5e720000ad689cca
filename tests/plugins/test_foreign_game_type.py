"""A foreign package brings a dice game for two, and the platform plays it untouched."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support import say, write_puzzle
from tests.warm import echoes

from echoes.app import open_engine
from echoes.core.chance import hash_of
from echoes.core.errors import BadInput, ModelFailed, StorageFailed, UnknownName
from echoes.core.log.events import Narrated
from echoes.core.log.queries import effective_entries, message_of
from echoes.core.operation.call_budget import CALL_BUDGET
from echoes.core.operation.usage import Usage
from echoes.core.seats.events import SeatLeft, SeatTaken
from echoes.core.seats.visibility import PUBLIC, seen_by
from echoes.core.views.panels import panel_text
from echoes.engine.ai_players.autoplay import Autoplay
from echoes.engine.engine import GameEngine
from echoes.engine.log.projection import fold
from echoes.engine.log.replay import replay
from echoes.engine.operation.costs import costs_of
from echoes.engine.turns.narration import NarrationPiece
from echoes.engine.turns.tools import session_tools
from echoes.games.game_types import GAME_TYPES
from echoes.games.player import PlayerLimits
from echoes.games.resources import NarrationRequest
from echoes.interfaces.transcript import markdown
from echoes.models.providers.scripted import ScriptedClient

HERE = Path(__file__).parent
SECRET_WAGER = "wager_made"


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, own_folders: Path) -> Iterator[None]:
    """The package as it stands in this folder, metadata and all, on the path."""
    monkeypatch.syspath_prepend(str(HERE))
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    write_puzzle(own_folders / "data" / "pig", {"id": "fifty", "language": "en", "goal": 50})
    yield
    for name in [name for name in sys.modules if name.startswith("echoes_pig")]:
        del sys.modules[name]


def play(*arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return echoes(*arguments, text=lines, check=True)


def events(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


async def at_the_table(engine: GameEngine, *moves: tuple[str, str]) -> tuple[str, list[Any]]:
    """A new game, and what each seat was answered."""
    session = (await engine.create_session("fifty", player_id="ann")).session_id
    answers = [
        [one async for one in engine.handle_message(session, text, seat=seat or None)] for seat, text in moves
    ]
    return session, answers


async def said(
    engine: GameEngine, session: str, text: str, by: str = "", seat: str | None = None
) -> list[Any]:
    """Return what a message led to, of whatever kind it is."""
    return [event async for event in engine.handle_message(session, text, by=by, seat=seat)]


def kinds(engine: GameEngine, session: str) -> list[str]:
    return [entry.event.event for entry in engine.storage.event_log.read(session)]


class Crowd:
    """Murmurs when it is no longer `silent`; `asked` once somebody has asked it."""

    def __init__(self) -> None:
        self.asked, self.silent, self.fails = asyncio.Event(), asyncio.Event(), ""
        self.silent.set()

    async def shout(self, seat: str) -> str:
        self.asked.set()
        await self.silent.wait()
        if seat == self.fails:
            raise ModelFailed("timeout", "the crowd is speechless")
        return f"Bravo, {seat}!"


@pytest.fixture
def crowd(installed: None, monkeypatch: pytest.MonkeyPatch) -> Crowd:
    from importlib import import_module

    crowd = Crowd()
    monkeypatch.setattr(import_module("echoes_pig.game").Pig, "crowd", staticmethod(crowd.shout))
    return crowd


def test_it_is_found_by_its_entry_point(installed: None):
    assert GAME_TYPES.names() == ["heist", "party", "pig", "situation_puzzle", "story"]


def test_it_is_gone_with_its_package():
    with pytest.raises(UnknownName, match="Known: heist, party, situation_puzzle, story"):
        GAME_TYPES.load("pig")


def test_nothing_of_the_platform_knows_it():
    sources = (HERE.parents[1] / "src").rglob("*.py")
    assert not [path for path in sources if "pig" in path.read_text("utf-8").lower().split()]


async def test_its_events_are_typed_recorded_and_read_again(installed: None):
    async with open_engine() as engine:
        session, [[rolled]] = await at_the_table(engine, ("red", "roll"))
        assert type(rolled).__name__ == "DieRolled"
        assert engine.storage.event_log.read(session)[-1].event == rolled
        started = engine.storage.event_log.read(session)[0].event
        assert (started.event, started.model_fields_set & {"statement", "referee"}) == (
            "session_started",
            set(),
        )


async def test_a_hidden_entry_shows_nowhere_and_in_no_number(installed: None):
    async with open_engine() as engine:
        moves = [("red", "roll"), ("blue", "/wager red"), ("red", "bank"), ("blue", "roll")]
        session, [_, [wager], *_] = await at_the_table(engine, *moves)
        assert (wager.event, wager.audience) == (SECRET_WAGER, ("blue",))
        entries = engine.storage.event_log.read(session)
        for seat in ("red", PUBLIC):
            seen = [entry.event for entry in seen_by(entries, seat)]
            assert SECRET_WAGER not in [event.event for event in seen]
            assert [event.event_id for event in seen] == [f"{session}-{n}" for n in range(1, len(seen) + 1)]
            turns = [event.turn for event in seen if event.makes_turn]
            assert turns == [*range(1, len(turns) + 1)]
        assert SECRET_WAGER in [entry.event.event for entry in seen_by(entries, "blue")]
        assert "wager" not in markdown(entries, engine.games)
        memory = await engine.players.memory()
        assert SECRET_WAGER not in str(await memory.get_session_history(session, 50))


async def test_nothing_to_undo_changes_nothing(installed: None):
    async with open_engine() as engine:
        session, [[said], [rolled]] = await at_the_table(engine, ("", "/undo"), ("", "roll"))
        assert (said.event, rolled.turn) == ("command_result", 1)
        assert (await (await engine.open_session(session)).state())["seed"]


async def test_what_a_seat_says_is_its_own(installed: None):
    async with open_engine() as engine:
        session, _ = await at_the_table(engine, ("blue", "/wager nobody, but I trust red"))
        entries = engine.storage.event_log.read(session)
        assert [message_of(one) for one in seen_by(entries, "blue")][-1] == "/wager nobody, but I trust red"
        for seat in ("red", PUBLIC):
            assert not any(message_of(one) for one in seen_by(entries, seat))


async def test_who_sits_is_not_undone_and_not_forked(installed: None):
    async with open_engine() as engine:
        session, _ = await at_the_table(engine, ("", "roll"))
        await engine.sit(session, SeatTaken(seat="blue", by="Bob"))
        await engine.undo(session, 1)
        assert "seat_taken" in [
            one.event.event for one in effective_entries(engine.storage.event_log.read(session))
        ]
        forked = await engine.fork(session)
        assert await engine.sit(forked, SeatTaken(seat="blue", by="Cat"))


async def test_each_seat_is_answered_with_what_it_may_see(installed: None):
    async with open_engine() as engine:
        _, [_, banked] = await at_the_table(engine, ("blue", "/wager blue"), ("red", "bank"))
        assert [event.turn for event in banked] == [1]


async def test_a_retriever_opens_the_tiers_of_its_seat_only(installed: None):
    async with open_engine() as engine:
        session = await engine.create_session("fifty")
        found = await (await engine.retriever(session, "seat:red")).search("advice", limit=50)
        assert {passage.text for passage in found} == {
            "Roll, or bank before a 1 falls.",
            "zzred: bank early.",
        }
        assert await (await engine.retriever(session, "player")).search("advice", limit=50) == []


async def test_seats_are_taken_left_and_defended(installed: None):
    async with open_engine() as engine:
        session = (await engine.create_session("fifty")).session_id
        [taken] = await engine.sit(session, SeatTaken(seat="red", by="Ann"))
        assert (taken.event, taken.by) == ("seat_taken", "Ann")
        assert await engine.sit(session, SeatTaken(seat="red", by="Ann")) == []
        with pytest.raises(BadInput, match="taken by Ann"):
            await engine.sit(session, SeatTaken(seat="red", by="Bob"))
        with pytest.raises(BadInput, match="no seat 'green'"):
            await engine.sit(session, SeatTaken(seat="green", by="Bob"))
        await engine.sit(session, SeatLeft(seat="red", by="Ann"))
        assert await engine.sit(session, SeatTaken(seat="red", by="Bob"))
        [refused] = [one async for one in engine.handle_message(session, "roll", seat="green")]
        assert "no seat 'green'" in refused.error
        [rolled] = await say(engine, session, "roll")
        assert rolled.seat == "red", "who names no seat plays for the one whose turn it is"
        assert (await replay(engine, session)).differences == []


async def test_undo_fork_and_replay_meet_the_same_dice(installed: None):
    async with open_engine() as engine:
        session, answers = await at_the_table(engine, ("", "roll"), ("", "bank"), ("", "/undo"), ("", "bank"))
        [first], [second], [murmur, *_], [again] = answers
        assert murmur.event == "crowd_murmured"
        assert (again.points, again.total) == (second.points, second.total)
        forked = await engine.fork(session, at=1)
        dice = [
            one
            for fresh in (await engine.fork(session, at=0), await engine.fork(session, at=0))
            async for one in engine.handle_message(fresh, "roll", seat="red")
        ]
        assert {one.fell for one in dice} == {first.fell}
        assert (await replay(engine, session)).differences == []
        assert (await replay(engine, forked)).differences == []


async def test_follow_up_work_is_a_second_write_that_the_next_turn_waits_for(installed: None, crowd: Crowd):
    async with open_engine() as engine:
        crowd.silent.clear()
        session, _ = await at_the_table(engine, ("", "bank"))
        assert kinds(engine, session) == ["session_started", "banked"]  # shown before the crowd has spoken
        following = asyncio.create_task(said(engine, session, "roll"))
        await crowd.asked.wait()
        assert not following.done()
        crowd.silent.set()
        assert [event.event for event in await following] == ["crowd_murmured", "die_rolled"]
        assert kinds(engine, session) == ["session_started", "banked", "crowd_murmured", "die_rolled"]
        murmured = engine.storage.event_log.read(session)[2]
        assert (murmured.event.turn, murmured.cause.settles) == (1, 1)
        assert [*murmured.cause.replies] == ["crowd:red", "crowd:blue"]
        assert (await replay(engine, session)).differences == []


async def test_follow_up_work_that_a_crash_left_undone_is_done_before_the_next_turn(
    installed: None, crowd: Crowd
):
    async with open_engine() as engine:
        session, _ = await at_the_table(engine, ("", "bank"))
    log = next(Path(os.environ["ECHOES__PATHS__GAME_STORAGE"]).rglob(f"{session}*.jsonl"))
    lines = log.read_text("utf-8").splitlines(keepends=True)
    log.write_text("".join(lines[:2]), "utf-8")  # as if killed before the second write
    async with open_engine() as engine:
        events = await said(engine, session, "roll")
        assert [event.event for event in events] == ["crowd_murmured", "die_rolled"]


async def test_follow_up_work_of_a_turn_that_is_undone_meanwhile_is_dropped(installed: None, crowd: Crowd):
    async with open_engine() as engine:
        crowd.silent.clear()
        session, _ = await at_the_table(engine, ("", "bank"))
        await crowd.asked.wait()
        await engine.undo(session, 1)  # waits for nobody
        crowd.silent.set()
        await said(engine, session, "roll")
        assert kinds(engine, session) == ["session_started", "banked", "turns_undone", "die_rolled"]


async def test_a_slow_seat_is_answered_though_others_have_moved_on_if_its_game_lets_it(installed: None):
    async with open_engine() as engine:
        session = await engine.create_session("fifty")
        before = await session.read()
        attempts = [await session.prepare(before, said, "blue") for said in ("/wager red", "roll")]
        for _ in range(5):  # more often than a message is thought about
            await say(engine, session.session_id, "roll")
        wager, roll = [await session.rebase(prepared) for prepared in attempts]
        assert await session.commit(attempts[0]) is None
        assert wager is not None and roll is None
        turn = await session.commit(wager)
        assert turn is not None and [event.event for event in turn.events] == [SECRET_WAGER]
        assert (await replay(engine, session.session_id)).differences == []


async def spend(error: ModelFailed | None = None) -> str:
    """Ask a model, as the meter of a message counts it."""
    meter = CALL_BUDGET.get()
    assert meter is not None
    meter.begin()
    meter.end(Usage(prompt_tokens=70, completion_tokens=5))
    if error:
        raise error
    return "Bravo!"


async def test_what_discarded_follow_up_work_and_a_failed_message_cost_is_in_the_ledger(
    installed: None, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
):
    async with open_engine() as engine:
        session = (await engine.create_session("fifty")).session_id
        crowd.silent.clear()
        monkeypatch.setattr(type(engine.games["pig"]), "crowd", staticmethod(paid_crowd(crowd)))
        await said(engine, session, "bank")
        await crowd.asked.wait()
        await engine.undo(session, 1)  # the crowd's answer to that turn is discarded
        crowd.silent.set()
        await said(engine, session, "roll")
        [row] = costs_of(engine.storage.event_log.read(session), {})
        assert (row.model_calls, row.prompt_tokens) == (2, 140)

        async def fail(*_: object, **__: object) -> Any:
            await spend(ModelFailed("timeout", "nobody answers"))

        monkeypatch.setattr(await engine.open_session(session), "prepare", fail)
        [failed] = await said(engine, session, "roll")
        entries = engine.storage.event_log.read(session)
        assert (failed.event, entries[-1].event.event_id) == ("turn_failed", failed.event_id)
        [row] = costs_of(entries, {})
        assert (row.model_calls, row.prompt_tokens) == (3, 210)


def paid_crowd(crowd: Crowd) -> Any:
    async def shout(seat: str) -> str:
        await spend()
        return await crowd.shout(seat)

    return shout


async def test_what_is_hidden_stays_so_while_the_state_can_t_be_built(
    installed: None, monkeypatch: pytest.MonkeyPatch
):
    async with open_engine() as engine:
        session_id, _ = await at_the_table(engine, ("blue", "/wager red"), ("red", "roll"))
        session = await engine.open_session(session_id)
        hidden = engine.storage.event_log.read(session_id)[1].event

        def broken(*_: object) -> Any:
            raise RuntimeError("a state that can't be built")

        monkeypatch.setattr(engine.games["pig"], "evolve", broken)
        for change in (session.undo(1), session.undo(1)):
            with pytest.raises(RuntimeError):
                await change
        assert await session.seen([hidden], "red") == []


async def test_while_the_log_can_t_be_read_a_seat_is_told_what_was_recorded_and_what_failed(
    installed: None, monkeypatch: pytest.MonkeyPatch
):
    async with open_engine() as engine:
        session, _ = await at_the_table(engine, ("blue", "/wager red"), ("red", "roll"))

        def out_of_reach(*_: object) -> Any:
            raise StorageFailed("the database is away", "Start it.")

        monkeypatch.setattr(engine.storage.event_log, "read", out_of_reach)
        [*_, rolled] = await said(engine, session, "roll", seat="red")
        monkeypatch.setattr(engine.storage.event_log, "append", out_of_reach)
        [told] = await said(engine, session, "roll", seat="red")
        assert (told.event, told.charged, told.turn) == ("turn_failed", False, rolled.turn)


async def test_hidden_news_push_out_none_that_others_see(installed: None):
    async with open_engine() as engine:
        session = await engine.create_session("fifty")
        session.listen("red")
        unread = session._log.unread  # pyright: ignore[reportPrivateUsage]
        public = SeatTaken(seat="blue", by="Bob")
        unread.announce([public, *[public.model_copy(update={"audience": ("blue",)})] * 40])
        assert unread.take("red", "red") == [public]


async def test_follow_up_work_that_fails_in_part_is_kept_and_replayed(installed: None, crowd: Crowd):
    crowd.fails = "red"
    async with open_engine() as engine:
        session, _ = await at_the_table(engine, ("", "bank"), ("", "roll"))
        murmured = engine.storage.event_log.read(session)[2]
        assert (murmured.event.lines, [*murmured.cause.failures]) == (["Bravo, blue!"], ["crowd:red"])
        crowd.fails = "blue"  # a replay asks nobody
        assert (await replay(engine, session)).differences == []


async def test_a_thought_that_comes_too_late_waits_for_the_follow_up_work_of_the_turn_before(
    installed: None, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
):
    """Blue thinks while red banks: the log keeps red's turn, its follow-up work, then blue's turn."""
    async with open_engine() as engine:
        session_id, _ = await at_the_table(engine)
        session = await engine.open_session(session_id)
        prepare, thinking, may_go_on = session.prepare, asyncio.Event(), asyncio.Event()

        async def slowly(before: Any, text: str, seat: str, *given: Any, **more: Any) -> Any:
            prepared = await prepare(before, text, seat, *given, **more)
            if seat == "blue" and not thinking.is_set():
                thinking.set()
                await may_go_on.wait()
            return prepared

        monkeypatch.setattr(session, "prepare", slowly)
        crowd.silent.clear()
        blue = asyncio.create_task(said(engine, session_id, "/wager red", seat="blue"))
        await thinking.wait()
        await said(engine, session_id, "bank", seat="red")
        may_go_on.set()
        await crowd.asked.wait()
        assert not blue.done()
        crowd.silent.set()
        await blue
        assert kinds(engine, session_id) == ["session_started", "banked", "crowd_murmured", SECRET_WAGER]


async def test_a_state_that_could_not_be_folded_is_read_again(
    installed: None, monkeypatch: pytest.MonkeyPatch
):
    async with open_engine() as engine:
        session_id, _ = await at_the_table(engine, ("", "roll"))
        game, session = engine.games["pig"], await engine.open_session(session_id)
        evolve, prepare = game.evolve, session.prepare

        def breaks(*_: object) -> object:
            monkeypatch.setattr(game, "evolve", evolve)
            raise ValueError("a fault of the game")

        async def then_break(before: Any, text: str, seat: str, *given: Any, by: str) -> Any:
            prepared = await prepare(before, text, seat, *given, by=by)
            monkeypatch.setattr(session, "prepare", prepare)
            monkeypatch.setattr(game, "evolve", breaks)
            return prepared

        monkeypatch.setattr(session, "prepare", then_break)
        with pytest.raises(ValueError, match="a fault of the game"):
            await said(engine, session_id, "bank")
        await said(engine, session_id, "roll")
        events = [entry.event for entry in engine.storage.event_log.read(session_id)]
        assert [event.turn for event in events if event.makes_turn] == [1, 2, 3]
        assert len(events) == len({event.event_id for event in events})


@pytest.mark.parametrize("then", [[SeatTaken(seat="red", by="Bob")], []], ids=["taken", "free"])
async def test_somebody_who_gets_up_while_thinking_is_not_heard(
    installed: None, monkeypatch: pytest.MonkeyPatch, then: list[SeatTaken]
):
    async with open_engine() as engine:
        session_id, _ = await at_the_table(engine)
        await engine.sit(session_id, SeatTaken(seat="red", by="Ann"))
        session = await engine.open_session(session_id)
        prepare = session.prepare

        async def and_leave(before: Any, text: str, seat: str, by: str) -> Any:
            prepared = await prepare(before, text, seat, by=by)
            monkeypatch.setattr(session, "prepare", prepare)
            await engine.sit(session_id, SeatLeft(seat="red", by="Ann"))
            for change in then:
                await engine.sit(session_id, change)
            return prepared

        monkeypatch.setattr(session, "prepare", and_leave)
        [refused] = await said(engine, session_id, "roll", by="Ann", seat="red")
        assert refused.event == "turn_failed"
        assert "die_rolled" not in kinds(engine, session_id)


async def test_what_is_recorded_beside_a_message_reaches_each_reader_once(installed: None, crowd: Crowd):
    async with open_engine() as engine:
        session, _ = await at_the_table(engine, ("blue", "/wager red"), ("red", "bank"))
        assert [event.event for event in await engine.settled(session, "red")] == ["crowd_murmured"]
        assert await engine.settled(session, "red") == []
        assert [event.event for event in await engine.settled(session, "blue")] == ["crowd_murmured"]


def test_a_seat_that_a_game_does_not_have_begins_no_game(installed: None):
    with pytest.raises(subprocess.CalledProcessError) as failed:
        play("play", "fifty", "--seat", "green")
    assert "no seat 'green'" in failed.value.stderr
    assert play("sessions", "list", "--json").stdout == ""


async def test_only_who_holds_a_seat_speaks_from_it(installed: None):
    async with open_engine() as engine:
        session, _ = await at_the_table(engine)
        await engine.sit(session, SeatTaken(seat="red", by="Ann"))
        [refused] = await said(engine, session, "roll", by="Bob", seat="red")
        assert refused.event == "turn_failed"
        assert "held by Ann" in refused.error
        assert kinds(engine, session) == ["session_started", "seat_taken"]
        [rolled] = await said(engine, session, "roll", by="Ann", seat="red")
        assert rolled.event == "die_rolled"


async def test_a_failure_tells_a_seat_nothing_of_turns_that_it_did_not_see(installed: None):
    async with open_engine() as engine:
        session, _ = await at_the_table(
            engine, *[("blue", f"/wager {seat}") for seat in ("red", "blue", "red")]
        )
        assert engine.storage.event_log.read(session)[-1].event.turn == 3
        await engine.sit(session, SeatTaken(seat="red", by="Ann"))
        [refused] = await said(engine, session, "roll", by="Bob", seat="red")
        assert (refused.event, refused.turn) == ("turn_failed", 0)


async def test_an_agent_at_a_seat_reads_and_writes_for_that_seat_only(installed: None):
    async with open_engine() as engine:
        session, _ = await at_the_table(engine, ("blue", "/wager red"))
        seats = ("red", "blue", PUBLIC)
        tools = {
            seat: {tool.name: tool for tool in await session_tools(engine, session, "player", seat)}
            for seat in seats
        }
        recent = {seat: await tools[seat]["get_recent_events"].ainvoke({}) for seat in seats}
        assert [seat for seat in seats if SECRET_WAGER in recent[seat]] == ["blue"]
        await tools["blue"]["append_event"].ainvoke({"message": "red is bluffing"})
        memory = await engine.players.memory()
        kept = {seat: [note.message for note in await memory.session_notes(session, seat)] for seat in seats}
        assert kept == {"red": [], "blue": ["red is bluffing"], PUBLIC: []}


async def test_a_fork_of_a_game_with_secrets_pays_for_nothing_of_its_past(installed: None):
    async with open_engine() as engine:
        session, _ = await at_the_table(engine, ("blue", "/wager red"), ("red", "roll"))
        forked = await engine.fork(session)
        entries = engine.storage.event_log.read(forked)
        assert entries[0].event.forked_at is None, "a turn of the log would tell of hidden ones"
        assert entries[0].trace.shared_turns == entries[-1].event.turn
        assert "None" not in markdown(entries, engine.games, "red").partition("\n\n")[0]


async def test_undo_counts_the_turns_that_a_seat_has_seen(installed: None):
    """Blue's secret wager is a turn of blue's; red's last turn is the one before."""
    async with open_engine() as engine:
        moves = [("red", "roll"), ("blue", "/wager red"), ("red", "/undo")]
        session, _ = await at_the_table(engine, *moves)
        left = [entry.event.event for entry in effective_entries(engine.storage.event_log.read(session))]
        assert not {"die_rolled", SECRET_WAGER} & {*left}


async def test_ai_players_hold_all_seats_to_the_end_and_the_seed_proves_the_dice(installed: None):
    async with open_engine() as engine:
        session = (await engine.create_session("fifty", remembered=True)).session_id
        game = Autoplay(engine, session, "cautious", PlayerLimits(200))
        seats = {one.seat async for step in game.steps() for one in step.events if one.makes_turn}
        assert (game.ending, seats) == ("solved", {"red", "blue"})
        entries = engine.storage.event_log.read(session)
        started, ended = entries[0].event, entries[-1].event
        assert hash_of(ended.details.seed) == started.seed_hash
        assert engine.get_session_state(session).status == "COMPLETED"
        assert (await replay(engine, session)).differences == []
        assert "The winner is" in markdown(entries, engine.games)
        opened = await engine.open_session(session)
        pig = engine.games["pig"]
        clock, *meters = pig.panels(opened.scenario, fold(pig, opened.scenario, entries), "en", PUBLIC)
        assert panel_text(clock).startswith("The night: ●")
        assert len(meters) == 2


def test_it_is_played_in_the_terminal_and_as_json(installed: None):
    shown = play("play", "fifty", lines="roll\nbank\nroll\nnonsense\n/giveup\n").stdout
    assert "First to 50 points." in shown
    assert "⚄ red rolls (1d6):" in shown
    assert "red banks" in shown or "All is lost!" in shown
    assert "The winner is: nobody" in shown
    found = events(play("play", "fifty", "--json", lines="roll\n").stdout)
    assert [one["event"] for one in found] == ["session_started", "die_rolled"]
    assert (found[0]["game_type"], found[0]["goal"], "seed" in found[0]) == ("pig", 50, False)


def test_a_seat_is_played_from_two_terminals_exported_and_listed(installed: None):
    [_, taken, *_] = first = events(play("play", "fifty", "--seat", "red", "--json", lines="roll\n").stdout)
    session = first[0]["session_id"]
    assert (taken["event"], taken["seat"]) == ("seat_taken", "red")
    options = ("--session", session, "--seat", "blue", "--player", "bob", "--json")
    second = events(play("play", *options, lines="/wager blue\n").stdout)
    assert [one["event"] for one in second] == ["session_started", "seat_taken", SECRET_WAGER]
    exported = events(play("sessions", "export", session, "--json").stdout)
    assert [one["event"] for one in exported][-1] == SECRET_WAGER
    [row] = events(play("sessions", "list", "--json").stdout)
    assert (row["game_type"], row["status"]) == ("pig", "PLAYING")
    assert "wager" not in play("sessions", "export", session).stdout


def test_what_was_acknowledged_survives_a_kill(installed: None):
    command = [sys.executable, "-m", "echoes", "play", "fifty", "--json"]
    playing = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert playing.stdin and playing.stdout
    session = json.loads(playing.stdout.readline())["session_id"]
    playing.stdin.write("roll\n")
    playing.stdin.flush()
    rolled = json.loads(playing.stdout.readline())
    os.kill(playing.pid, signal.SIGKILL)
    playing.wait()
    exported = events(play("sessions", "export", session, "--json").stdout)
    assert exported[-1] == rolled
    assert len(events(play("play", "--session", session, "--json", lines="/undo\n").stdout)) == 3


def test_a_session_of_a_game_that_is_gone_is_listed_and_says_so(
    installed: None, own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    session = events(play("play", "fifty", "--json", lines="roll\n").stdout)[0]["session_id"]
    monkeypatch.delenv("PYTHONPATH")
    [row] = events(play("sessions", "list", "--json").stdout)
    assert (row["game_type"], row["turns"]) == ("pig", 0)
    assert events(play("sessions", "export", session, "--json").stdout)[-1]["event"] == "die_rolled"
    forked = play("sessions", "fork", session).stdout.strip()
    kept = (own_folders / "game_storage" / "events" / f"{forked}.jsonl").read_text("utf-8").splitlines()
    assert json.loads(kept[0])["trace"]["seed"], "what nobody here can read is taken along"
    with pytest.raises(subprocess.CalledProcessError) as failed:
        play("play", "--session", session, lines="roll\n")
    assert "plays 'pig', which is not installed" in failed.value.stderr


def test_an_operator_does_what_its_game_offers(installed: None):
    session = events(play("play", "fifty", "--json", lines="roll\n").stdout)[0]["session_id"]
    assert play("sessions", "operate", session).stdout == "grant seat=… points=…\n"
    granted = play("sessions", "operate", session, "grant", "seat=blue", "points=7").stdout
    assert granted == "The house gives blue 7, who has 7 now.\n"
    [event] = events(play("sessions", "operate", session, "grant", "seat=red", "points=2", "--json").stdout)
    assert (event["event"], event["total"]) == ("points_granted", 2)
    assert "no difference" in play("sessions", "replay", session, "--check").stdout
    for wrong in (["grant", "seat=green", "points=1"], ["refund"], ["grant", "points"]):
        with pytest.raises(subprocess.CalledProcessError) as failed:
            play("sessions", "operate", session, *wrong)
        assert failed.value.returncode in (1, 2) and "Traceback" not in failed.value.stderr


def test_it_brings_a_command_of_its_own(installed: None):
    assert "  pig-odds  Print how likely" in play("--help").stdout
    assert play("pig-odds", "2").stdout == "69%\n"


def test_what_is_for_authors_of_puzzles_says_so_of_other_games(installed: None):
    for command in (["ask", "fifty", "roll"], ["sessions", "correct", "none-0000000000", "1", "YES"]):
        with pytest.raises(subprocess.CalledProcessError) as failed:
            play(*command)
        assert failed.value.returncode == 1
        assert "Traceback" not in failed.value.stderr
    session = events(play("play", "fifty", "--json", lines="roll\n").stdout)[0]["session_id"]
    with pytest.raises(subprocess.CalledProcessError) as failed:
        play("sessions", "correct", session, "1", "YES")
    assert "'pig' has no operation 'correct'" in failed.value.stderr


async def test_a_hidden_turn_is_narrated_to_its_audience_alone(
    installed: None, monkeypatch: pytest.MonkeyPatch
):
    shown: list[tuple[str, list[str]]] = []

    async def request(game: Any, context: Any, state: Any, message: str, told: Any) -> NarrationRequest:
        shown.append((message, [event.event for event in told]))
        voice = ScriptedClient(["A secret." if told[0].audience else "A die."])
        return NarrationRequest(voice, "", "", told[0].turn, 100, "Mara")

    pieces: list[NarrationPiece] = []
    async with open_engine() as engine:
        monkeypatch.setattr(type(engine.games["pig"]), "narration_request", request)
        session = (await engine.create_session("fifty")).session_id
        for text in ("/wager blue", "roll"):
            async for _ in engine.handle_message(session, text, pieces.append, seat="red"):
                pass
        log = engine.storage.event_log.read(session)
    assert shown[0] == ("/wager blue", ["wager_made"])
    voices = [(one.text, one.turn, one.speaker, one.audience) for one in pieces]
    assert voices == [
        ("A ", 1, "Mara", ("red",)), ("secret.", 1, "Mara", ("red",)), ("A ", 2, "Mara", ()), ("die.", 2, "Mara", ())
    ]  # fmt: skip
    heard = {
        seat: [
            (one.event.turn, one.event.text) for one in seen_by(log, seat) if isinstance(one.event, Narrated)
        ]
        for seat in ("red", "blue", PUBLIC)
    }
    assert heard == {
        "red": [(1, "A secret."), (2, "A die.")],
        "blue": [(1, "A die.")],
        PUBLIC: [(1, "A die.")],
    }


@pytest.mark.parametrize("content", ["{}", "{", '{"id": "bad", "goal": "many"}'])
async def test_a_file_that_the_game_stumbles_over_is_reported_and_keeps_nobody_from_playing(
    content: str, installed: None, own_folders: Path
):
    (own_folders / "data" / "pig" / "bad_en.json").write_text(content)
    async with open_engine() as engine:
        [bad] = [report for report in engine.scenarios.file_reports() if report.error]
        assert bad.error and bad.error.startswith("bad_en.json: pig can't read it (")
        assert await engine.create_session("fifty")
