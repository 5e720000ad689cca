"""A session can be left, lost by its process, written by another, and goes on."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support import canary_puzzle, say, write_puzzle

from echoes.app import open_engine
from echoes.core.errors import BadInput, StorageFailed, UnknownName
from echoes.engine.engine import GameEngine
from echoes.engine.log.checkpoint import Checkpoint


async def test_what_is_shown_is_what_is_in_the_log(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell")
    shown = await say(
        own_engine, session.session_id, "Was the bell broken?", "/hint", "hm", "/status", "/dance"
    )
    logged = [entry.event for entry in own_engine.storage.event_log.read(session.session_id)][1:]
    assert logged == shown
    assert [event.event_id for event in logged] == [
        f"{session.session_id}-{n}" for n in range(2, 2 + len(logged))
    ]


async def test_turns_are_numbered_without_holes(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell")
    messages = [
        "Was the bell broken?",
        "/help",
        "/undo",
        "Is the sexton old?",
        "/hint",
        "/answer Snow lay on the slope zzfacttwo.",
        "xyz",
    ]
    shown = await say(own_engine, session.session_id, *messages)
    turns = [event.turn for event in shown if event.makes_turn]
    assert turns == [1, 2, 3, 4]


async def test_a_session_goes_on_in_another_process(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Did the sexton fear the sound?")
    async with open_engine() as other:
        [event] = await say(other, session.session_id, "Is he old?")
        assert (event.turn, event.progress) == (2, 0.5)
    [event] = await say(own_engine, session.session_id, "Was the bell broken?")
    assert (event.turn, event.progress) == (3, 0.5)


async def test_a_checkpoint_that_is_ahead_of_the_log_is_rebuilt(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    session = await own_engine.create_session("silent_bell")
    log = own_engine.storage.event_log

    def full(*_: Any) -> None:
        raise StorageFailed("the session could not be saved (disk full)", "Free space.")

    with monkeypatch.context() as broken:
        broken.setattr(log, "append", full)
        [event] = await say(own_engine, session.session_id, "Did the sexton fear the sound?")
        assert event.event == "turn_failed"
        assert "Free space" in event.error
    [status] = await say(own_engine, session.session_id, "/status")
    assert status.text.startswith("Questions: 0.")
    assert "Progress: 0%" in status.text


async def test_a_lost_checkpoint_is_rebuilt_from_the_log(
    own_engine: GameEngine, bell: Path, own_folders: Path
):
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Did the sexton fear the sound?")
    await own_engine.aclose()
    for path in (own_folders / "game_storage").glob("checkpoints.sqlite*"):
        path.unlink()
    async with open_engine() as again:
        [status] = await say(again, session.session_id, "/status")
        assert "Questions: 1." in status.text
        assert "Progress: 50%" in status.text


def now(engine: GameEngine, session_id: str) -> Checkpoint:
    """The checkpoint of a session of a puzzle, as this version writes it."""
    return Checkpoint(session_id, engine.storage)


@pytest.mark.parametrize(
    "damaged",
    [
        {"game": None},
        {"game": {}},
        {"game": 7},
        {"history": {}},
        {"game": {"questions": 99, "zz_stray": True}},
        {"stamp": "", "game": {"zz_older": True}},
        {"entries": 1, "game": {"zz_older": True}},
    ],
    ids=repr,
)
async def test_a_damaged_checkpoint_is_told_of_once(
    own_engine: GameEngine, bell: Path, damaged: dict[str, Any]
):
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Did the sexton fear the sound?")
    checkpoint = now(own_engine, session.session_id)
    right: Any = await checkpoint.read()
    await checkpoint.write({**right, **damaged})
    for said in (1, 0):
        async with open_engine() as again:
            assert len(await again.reconcile(session.session_id)) == said


async def test_an_edited_puzzle_does_not_change_a_session_in_play(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell")
    edited = canary_puzzle(rulings=[{"text": "Was the bell broken?", "ruling": "YES"}])
    write_puzzle(bell.parent, edited)
    newer = await own_engine.create_session("silent_bell")
    [new] = await say(own_engine, newer.session_id, "Was the bell broken?")
    async with open_engine() as again:
        [old] = await say(again, session.session_id, "Was the bell broken?")
    assert (old.ruling, new.ruling) == ("NO", "YES")


async def test_undo_takes_back_turns_with_progress_and_charges(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Is he old?", "Did the sexton fear the sound?", "/hint")
    undone, said = await say(own_engine, session.session_id, "/undo 2")
    assert (undone.turns, undone.progress) == ([3, 2], 0.0)
    assert said.event == "command_result"
    [status] = await say(own_engine, session.session_id, "/status")
    assert "Questions: 1. Hints used: 1, left: 1. Progress: 0%" in status.text
    [hint] = await say(own_engine, session.session_id, "/hint")
    assert (hint.level, hint.turn) == (2, 4)


async def test_undo_beyond_the_beginning_takes_back_all_there_is(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Is he old?")
    undone, _ = await say(own_engine, session.session_id, "/undo 99")
    assert undone.turns == [1]
    [nothing] = await say(own_engine, session.session_id, "/undo")
    assert nothing.event == "command_result"


async def test_two_messages_at_once_are_both_handled(own_engine: GameEngine, bell: Path):
    import asyncio

    session = await own_engine.create_session("silent_bell")
    messages = ["Is he old?", "Was the bell broken?"] * 10
    await asyncio.gather(*(say(own_engine, session.session_id, message) for message in messages))
    turns = [e.event.turn for e in own_engine.storage.event_log.read(session.session_id)][1:]
    assert turns == list(range(1, 21))


async def test_a_session_that_is_busy_elsewhere_fails_free(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__STORAGE__LOCK_WAIT_S", "0.1")
    session = await own_engine.create_session("silent_bell")
    async with open_engine() as other, own_engine.storage.lock(session.session_id):
        [event] = await say(other, session.session_id, "Is he old?")
    assert (event.event, event.charged) == ("turn_failed", False)
    [event] = await say(own_engine, session.session_id, "Is he old?")
    assert event.turn == 1


async def test_a_clock_that_runs_backwards_does_not_disorder_the_log(own_engine: GameEngine, bell: Path):
    times = iter([2000.0, 1000.0, 3000.0, 500.0, 400.0, 300.0])
    own_engine._clock = lambda: next(times)
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Is he old?", "Was the bell broken?", "/hint")
    stamps = [entry.event.timestamp for entry in own_engine.storage.event_log.read(session.session_id)]
    assert stamps == sorted(stamps)


async def test_a_fork_shares_the_past_and_nothing_else(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Is he old?", "Did the sexton fear the sound?")
    forked = await own_engine.fork(session.session_id, at=1)
    [event] = await say(own_engine, forked, "Was the bell broken?")
    assert (event.turn, event.progress) == (2, 0.0)
    assert own_engine.get_session_state(session.session_id).turns == 2


async def test_unknown_names_are_said(own_engine: GameEngine, bell: Path):
    with pytest.raises(UnknownName, match="silent_bell"):
        await own_engine.create_session("nope")
    with pytest.raises(UnknownName, match="It is there in: en"):
        await own_engine.create_session("silent_bell", lang="zh")
    with pytest.raises(UnknownName, match="sessions list"):
        await own_engine.open_session("nope")


async def test_checkpoints_do_not_pile_up(own_engine: GameEngine, bell: Path, own_folders: Path):
    import sqlite3

    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, *["Is he old?"] * 40)
    with sqlite3.connect(own_folders / "game_storage" / "checkpoints.sqlite") as database:
        [(rows,)] = database.execute("SELECT COUNT(*) FROM checkpoints")
    assert rows <= 20


async def test_the_log_alone_gives_the_state(own_engine: GameEngine, bell: Path):
    from echoes.engine.log.projection import fold

    session = await own_engine.create_session("silent_bell")
    messages = [
        "Is he old?",
        "slope?",
        "Did the sexton fear the sound?",
        "/hint",
        "/undo",
        "/challenge",
        "Snow lay there",
    ]
    await say(own_engine, session.session_id, *messages)
    state = await session.state()
    entries = own_engine.storage.event_log.read(session.session_id)
    assert (
        json.loads(json.dumps(fold(own_engine.games["situation_puzzle"], session.scenario, entries)["game"]))
        == state
    )


async def test_a_checkpoint_that_nobody_was_shown_is_not_gone_on_from(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    """One process fails between checkpoint and log; another one, which was there before, goes on."""
    session = await own_engine.create_session("silent_bell")
    async with open_engine() as other:
        await say(other, session.session_id, "Is he old?")
        await say(own_engine, session.session_id, "/help")
        await say(other, session.session_id, "/help")

        def full(*_: Any) -> None:
            raise StorageFailed("the session could not be saved (disk full)", "Free space.")

        with monkeypatch.context() as broken:
            broken.setattr(own_engine.storage.event_log, "append", full)
            await say(own_engine, session.session_id, "Did the sexton fear the sound?")
        [status] = await say(other, session.session_id, "/status")
        assert "Questions: 1." in status.text
        assert "Progress: 0%" in status.text


async def test_an_ended_session_can_t_be_undone(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Is he old?", "/giveup")
    with pytest.raises(BadInput, match="has ended"):
        await own_engine.undo(session.session_id, 1)


async def test_bounds_are_those_that_held_at_the_start(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__PLAY__MAX_QUESTIONS", "1")
    monkeypatch.setenv("ECHOES__PLAY__MAX_HINTS", "1")
    async with open_engine() as bounded:
        session = await bounded.create_session("silent_bell")
        await say(bounded, session.session_id, "Is he old?", "/hint")
    asked, hint = await say(own_engine, session.session_id, "Was the bell broken?", "/hint")
    assert (asked.event, hint.event) == ("command_result", "command_result")
    [status] = await say(own_engine, session.session_id, "/status")
    assert status.text.startswith("Questions: 1 of 1. Hints used: 1, left: 0.")


async def test_a_withdrawal_belongs_to_the_turn_that_was_challenged(own_engine: GameEngine, bell: Path):
    rulings = [{"text": "Snow lay on the slope zzfacttwo.", "ruling": "NO", "open": True}]
    write_puzzle(bell.parent, canary_puzzle(rulings=rulings))
    session = await own_engine.create_session("silent_bell")
    _, _, challenged, _, recap = await say(
        own_engine,
        session.session_id,
        "Snow lay on the slope zzfacttwo",
        "/hint",
        "/challenge",
        "/help",
        "/recap",
    )
    assert (challenged.outcome, challenged.turn) == ("withdrawn", 1)
    assert recap.text == "Nothing is established yet."
    assert own_engine.get_session_state(session.session_id).counts["questions"] == 0
    await say(own_engine, session.session_id, "/undo")
    [status] = await say(own_engine, session.session_id, "/status")
    assert "Questions: 0. Hints used: 1" in status.text


async def test_a_damaged_cache_is_set_aside(own_engine: GameEngine, bell: Path, own_folders: Path):
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Is he old?")
    await own_engine.aclose()
    (own_folders / "game_storage" / "checkpoints.sqlite").write_bytes(b"garbage" * 1000)
    for path in (own_folders / "game_storage").glob("checkpoints.sqlite-*"):
        path.unlink()
    async with open_engine() as again:
        [status] = await say(again, session.session_id, "/status")
        assert "Questions: 1." in status.text


async def test_a_lost_tier_is_built_again(own_engine: GameEngine, bell: Path, own_folders: Path):
    import shutil

    session = await own_engine.create_session("silent_bell")
    await own_engine.aclose()
    shutil.rmtree(own_folders / "rag_storage" / "game_silent_bell_en" / "secret")
    async with open_engine() as again:
        [asked] = await say(again, session.session_id, "the bell and the slope")
        assert asked.event == "clarification_asked"


async def test_events_that_are_in_no_log_have_ids_of_their_own(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__STORAGE__LOCK_WAIT_S", "0.05")
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Is he old?")
    async with open_engine() as other, own_engine.storage.lock(session.session_id):
        failures = await say(other, session.session_id, "Is he old?", "Is he old?")
    logged = [entry.event.event_id for entry in own_engine.storage.event_log.read(session.session_id)]
    assert len({*logged, *(event.event_id for event in failures)}) == len(logged) + 2
    assert {event.turn for event in failures} == {1}


async def test_a_deleted_session_leaves_nothing(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Is he old?")
    await own_engine.delete_session(session.session_id)
    with pytest.raises(UnknownName):
        await own_engine.open_session(session.session_id)
    saver = await own_engine.storage.checkpointer()
    assert await saver.aget_tuple({"configurable": {"thread_id": session.session_id}}) is None


async def test_what_another_process_writes_while_a_session_is_being_opened_is_seen(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    session = await own_engine.create_session("silent_bell")
    async with open_engine() as other:
        retrievers = other.scenario_knowledge.retrievers

        async def meanwhile(game: Any, scenario: Any) -> Any:
            await say(own_engine, session.session_id, "Is he old?")
            return await retrievers(game, scenario)

        monkeypatch.setattr(other.scenario_knowledge, "retrievers", meanwhile)
        [event] = await say(other, session.session_id, "Was the bell broken?")
    assert event.turn == 2


async def test_undo_says_what_it_takes_back(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell")
    await say(
        own_engine, session.session_id, "Is he old?", "/hint", "/answer Snow lay on the slope zzfacttwo."
    )
    _, said = await say(own_engine, session.session_id, "/undo 3")
    assert (
        said.text
        == "Taken back: your final answer (PARTIAL; it was judged, so it still counts), a hint (you have read it, so it still counts), “Is he old?” (IRRELEVANT)."
    )


async def test_undo_drops_a_question_back_first(own_engine: GameEngine, bell: Path):
    session = await own_engine.create_session("silent_bell")
    await say(own_engine, session.session_id, "Was the bell broken?")
    [asked] = await say(own_engine, session.session_id, "Is the bell of the old sexton broken or bad?")
    assert asked.event == "clarification_asked"
    [dropped] = await say(own_engine, session.session_id, "/undo")
    assert (dropped.event, dropped.turn) == ("command_result", 1)
    [nothing] = await say(own_engine, session.session_id, "1")
    assert "nothing to choose from" in nothing.text
    undone, _ = await say(own_engine, session.session_id, "/undo")
    assert undone.turns == [1]


async def test_a_close_answer_is_told_where_to_look(own_engine: GameEngine, own_folders: Path):
    facts = [
        {"id": f"f{n}", "statement": f"The sexton saw a {what}.", "core": True}
        for n, what in enumerate("cat dog fox".split())
    ]
    rulings = [{"text": "Is there a fox in it?", "ruling": "YES", "facts": ["f2"], "about": "who"}]
    write_puzzle(
        own_folders / "data" / "situation_puzzles", canary_puzzle(facts=facts, rulings=rulings, hints=[])
    )
    session = await own_engine.create_session("silent_bell")
    [judged] = await say(
        own_engine, session.session_id, "/answer The sexton saw a cat. The sexton saw a dog."
    )
    assert judged.verdict == "CLOSE"
    assert (
        judged.remark
        == "Very close: the heart of it is there. What is still missing has to do with who somebody is."
    )
