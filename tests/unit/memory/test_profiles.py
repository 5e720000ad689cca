"""Profiles and statistics are counts that follow from the logs."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import canary_puzzle, say, write_puzzle

from echoes.core.errors import StorageFailed
from echoes.engine.engine import GameEngine
from echoes.engine.maintenance import maintain
from echoes.memory.profiles import profile_of
from echoes.memory.records import record_of
from echoes.memory.statistics import add_game, empty_statistics, first_tries


def game(number: int, **changes: Any) -> dict[str, Any]:
    return {
        "summary_type": "game", "form": 1, "session_id": f"s-{number}", "lineage": f"s-{number}", "player_id": "ann", "puzzle_id": f"p{number}", "puzzle_hash": "h",
        "title": "P", "lang": "en", "difficulty": 2, "tags": ["crime"], "solved": True, "score": 90,
        "questions": 10, "hints": 0, "ended": f"2026-01-{number:02}", "rulings": {"NO": 1, "YES": 3},
        "question_length": 20.0, "repeated": 0, "not_ruled": 0, "asked_back": 0, "wrong_answers": 1,
        "hints_given": [], **changes,
    }  # fmt: skip


def test_a_puzzle_counts_once_by_its_first_game():
    games = [game(1, solved=False), game(2), game(3, puzzle_id="p1", solved=True, questions=1)]
    profile = profile_of(games)
    assert (profile["games"], profile["first_tries"], profile["solved"]) == (3, 2, 1)
    assert profile["solve_rate"] == 0.5
    assert profile["questions_to_solve"] == 10


@given(st.permutations(range(1, 7)))
def test_the_order_in_which_games_are_found_makes_no_difference(order: list[int]):
    games = [game(n, puzzle_id=f"p{n % 3}", solved=n % 2 == 0, hints=n) for n in range(1, 7)]
    assert profile_of([games[n - 1] for n in order]) == profile_of(games)


def test_levels_tags_style_and_mistakes_are_counted():
    games = [
        game(1, questions=8),
        game(2, difficulty=3, solved=False, tags=["sea"], rulings={"IRRELEVANT": 4}),
    ]
    profile: Any = profile_of(games)
    assert profile["levels"] == {
        "2": {"games": 1, "solved": 1, "questions_to_solve": 8.0},
        "3": {"games": 1, "solved": 0, "questions_to_solve": None},
    }
    assert profile["tags"]["sea"] == {"games": 1, "solved": 0, "questions_to_solve": None}
    assert profile["style"]["rulings"] == {"IRRELEVANT": 0.5, "NO": 0.125, "YES": 0.375}
    assert profile["mistakes"] == {"wrong_answers": 2, "repeated": 0, "not_ruled": 0, "irrelevant": 4}


def test_statistics_say_which_hints_helped():
    counted = empty_statistics("p1", "en")
    for helped in (True, False, False):
        counted = add_game(counted, game(1, hints_given=[{"level": 2, "helped": helped}]))
    assert counted["hints"] == {"2": {"given": 3, "helped": 1}}
    assert (counted["first_tries"], counted["solved"], counted["questions"]) == (3, 3, 30)


def test_each_player_counts_for_a_puzzle_once():
    games = [game(1), game(2, puzzle_id="p1"), game(3, puzzle_id="p1", player_id="bob")]
    assert [g["session_id"] for g in sorted(first_tries(games), key=lambda g: str(g["session_id"]))] == [
        "s-1",
        "s-3",
    ]


async def record(engine: GameEngine, *messages: str) -> dict[str, Any]:
    session = (await engine.create_session("silent_bell", player_id="ann")).session_id
    await say(engine, session, *messages)
    found: Any = record_of(
        engine.storage.event_log.read(session),
        {"difficulty": 2, "tags": ["snow"]},
        engine.games["situation_puzzle"],
    )
    return found


@pytest.mark.parametrize(
    ("messages", "helped"),
    [
        (["/hint", "Is the sexton old?", "Did the sexton fear the sound?"], True),
        (["/hint", *["Is the sexton old?"] * 5, "Did the sexton fear the sound?"], False),
        (["Did the sexton fear the sound?", "/hint", "Is the sexton old?"], False),
    ],
)
async def test_a_hint_helped_when_progress_follows_soon(
    own_engine: GameEngine, bell: Path, messages: list[str], helped: bool
):
    found = await record(own_engine, *messages, "/giveup")
    assert found["hints_given"] == [{"level": 1, "helped": helped}]


async def test_undone_turns_leave_no_trace(own_engine: GameEngine, bell: Path):
    plain = await record(own_engine, "Was the bell broken?", "/giveup")
    wild = await record(
        own_engine,
        "Is the sexton old?",
        "/answer Snow lay on the slope zzfacttwo.",
        "/undo 2",
        "Was the bell broken?",
        "/giveup",
    )
    unlike = {"session_id", "lineage", "ended"}
    assert {k: v for k, v in plain.items() if k not in unlike} == {
        k: v for k, v in wild.items() if k not in unlike
    }


async def test_of_a_session_and_its_forks_the_first_to_end_counts(own_engine: GameEngine, bell: Path):
    session = (await own_engine.create_session("silent_bell", player_id="ann")).session_id
    await say(own_engine, session, "Was the bell broken?", "Is the sexton old?")
    forked = await own_engine.fork(session, at=1)
    await say(own_engine, forked, "/giveup")
    await say(own_engine, session, "/hint", "/giveup")
    shown: Any = await own_engine.players.show("ann")
    assert [g["session_id"] for g in shown["games"]] == [forked]
    assert (shown["profile"]["games"], shown["profile"]["hints"]) == (1, 0)


async def test_a_game_that_began_with_memory_switched_off_is_never_counted(
    own_engine: GameEngine, bell: Path
):
    own_engine.players.settings.remember = False
    session = (await own_engine.create_session("silent_bell", player_id="ann")).session_id
    await say(own_engine, session, "/giveup")
    own_engine.players.settings.remember = True
    assert (await maintain(own_engine)).recounted == 0
    shown: Any = await own_engine.players.show("ann")
    assert (shown["profile"], shown["games"]) == ({}, [])


async def test_memories_are_found_by_meaning_and_by_player(own_engine: GameEngine, bell: Path):
    write_puzzle(bell.parent, canary_puzzle(id="other", title="Ships in a Bottle", tags=["sea"]))
    for puzzle, player in (("silent_bell", "ann"), ("other", "ann"), ("other", "bob")):
        session = (await own_engine.create_session(puzzle, player_id=player)).session_id
        await say(own_engine, session, "/giveup")
    memory = await own_engine.players.memory()
    found = await memory.recall("ann", "ships and the sea", limit=1)
    assert "Ships in a Bottle" in str(found[0]["content"])
    assert all(doc.get("player_id", "ann") == "ann" for doc in await memory.recall("ann", "ships", limit=10))
    assert await memory.recall("eve", "ships") == []


async def test_notes_follow_undo(own_engine: GameEngine, bell: Path):
    from echoes.core.roles import Role

    session = (await own_engine.create_session("silent_bell", player_id="ann")).session_id
    memory = await own_engine.players.memory()
    await say(own_engine, session, "Was the bell broken?")
    await memory.append_session_event(session, Role.PLAYER, "kept", turn=1)
    await say(own_engine, session, "Is the sexton old?")
    await memory.append_session_event(session, Role.PLAYER, "undone", turn=2)
    await say(own_engine, session, "/undo")
    assert [note["message"] for note in await memory.session_notes(session)] == ["kept"]


async def test_a_note_after_an_undo_stays_until_what_was_before_it_is_undone(
    own_engine: GameEngine, bell: Path
):
    from echoes.core.roles import Role

    session = await own_engine.create_session("silent_bell", player_id="ann")
    memory = await own_engine.players.memory()
    await say(own_engine, session.session_id, "Was the bell broken?", "Is the sexton old?", "/undo")
    await memory.append_session_event(session.session_id, Role.PLAYER, "after the undo", session.turn)
    assert len(await memory.session_notes(session.session_id)) == 1
    await say(own_engine, session.session_id, "/undo")
    assert await memory.session_notes(session.session_id) == []


async def test_no_note_is_taken_once_the_solution_is_out(own_engine: GameEngine, bell: Path):
    from echoes.core.roles import Role
    from echoes.engine.tools import session_tools

    session = await own_engine.create_session("silent_bell", player_id="ann")
    await say(own_engine, session.session_id, "/giveup")
    tools = {tool.name: tool for tool in await session_tools(own_engine, session.session_id, Role.PLAYER)}
    assert "over" in await tools["append_event"].ainvoke({"message": "it was zzanswer"})
    assert await (await own_engine.players.memory()).session_notes(session.session_id) == []


async def test_the_first_to_end_is_the_first_try_in_whatever_order_games_are_counted(
    own_engine: GameEngine, bell: Path
):
    ledger = (await own_engine.players.memory()).ledger
    assert await ledger.remember(game(2, puzzle_id="p", solved=True))
    assert await ledger.remember(game(1, puzzle_id="p", solved=False, questions=3))
    assert not await ledger.remember(game(1, puzzle_id="p"))
    counted = await ledger.statistics_of("p", "en", "h")
    assert (counted["first_tries"], counted["solved"]) == (1, 0)
    memory = await own_engine.players.memory()
    assert (await memory.retrieve_player_profile("ann"))["solved"] == 0


async def test_a_batch_that_fails_leaves_nothing_behind(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    ledger = (await own_engine.players.memory()).ledger
    store: Any = await own_engine.storage.store()
    await ledger.remember(game(1))
    await store.conn.execute(
        "CREATE TRIGGER refuse BEFORE INSERT ON store WHEN NEW.prefix = 'system.puzzles' "
        "BEGIN SELECT RAISE(ABORT, 'disk full'); END"
    )
    with pytest.raises(StorageFailed, match="disk full"):
        await ledger.remember(game(2))
    await store.conn.execute("DROP TRIGGER refuse")
    assert [found["session_id"] for found in await ledger.games_of("ann")] == ["s-1"]
    assert await ledger.remember(game(2))
    assert (await ledger.statistics_of("p2", "en", "h"))["first_tries"] == 1
