"""Whatever happens to the process, the disk or the files: what was shown is in the log.

Once, in order, with turns that count on without holes; and the session goes on.
"""

import asyncio
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.support import say

from echoes.app import open_engine
from echoes.core.errors import StorageFailed
from echoes.core.log.entries import Entry
from echoes.core.log.events import CommandResult, event_to_json
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.operation.maintenance import maintain

PLAYERS = Path(__file__).parent / "players.py"
PAST = ["Was the bell broken?", "/hint", "Did the sexton fear the sound?", "/undo", "Is the sexton old?"]

TURNS = ("question_ruled", "hypothesis_judged", "hint_given")


@pytest.fixture
def data(own_folders: Path, bell: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The canary puzzle is the only one there is, for this process and its children."""
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    return own_folders / "game_storage"


async def begin(*messages: str) -> str:
    async with open_engine() as engine:
        session = await engine.create_session("silent_bell", player_id="ann")
        await say(engine, session.session_id, *messages)
        return session.session_id


async def exported(session_id: str) -> list[dict[str, Any]]:
    async with open_engine() as engine:
        return [event_to_json(entry.event) for entry in engine.storage.event_log.read(session_id)]


async def goes_on(session_id: str) -> None:
    """The session opens, takes a message, and its log is sound and reproduces itself."""
    async with open_engine() as engine:
        before = len(engine.storage.event_log.read(session_id))
        [shown] = await say(engine, session_id, "/status")
        assert shown.event == "command_result"
        assert len(engine.storage.event_log.read(session_id)) == before + 1
        result = await replay(engine, session_id)
        assert result.differences == []
    sound(await exported(session_id))


def sound(events: list[dict[str, Any]]) -> None:
    """Ids and turns count on by one; time never runs backwards."""
    assert [int(event["event_id"].rsplit("-", 1)[1]) for event in events] == [*range(1, len(events) + 1)]
    turns = [event["turn"] for event in events if event["event"] in TURNS]
    assert turns == [*range(1, len(turns) + 1)]
    times = [event["timestamp"] for event in events]
    assert times == sorted(times)


def shown_to(session_id: str, mode: str, seed: int, rounds: int) -> list[dict[str, Any]]:
    command = [sys.executable, str(PLAYERS), session_id, mode, str(seed), str(rounds)]
    done = subprocess.run(command, capture_output=True, env={**os.environ}, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()]


def is_in(shown: list[dict[str, Any]], events: list[dict[str, Any]]) -> None:
    """Each event that was shown stands in the log as it was shown, once, and in each player's order."""
    logged = {event["event_id"]: event for event in events}
    assert len(logged) == len(events)
    orders: dict[int, list[int]] = {}
    for event in shown:
        player = event.pop("player")
        if event["event"] == "turn_failed" and "-x" in event["event_id"]:
            continue  # said to be free, and that nothing was saved
        assert logged[event["event_id"]] == event
        orders.setdefault(player, []).append(int(event["event_id"].rsplit("-", 1)[1]))
    for order in orders.values():
        assert order == sorted(set(order))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
async def test_players_are_killed_at_random_moments(data: Path, seed: int):
    session_id = await begin()
    shown = shown_to(session_id, "killed", seed * 1000, 20)
    assert len(shown) > 20
    is_in(shown, await exported(session_id))
    await goes_on(session_id)


@pytest.mark.slow
async def test_four_processes_play_one_session(data: Path):
    session_id = await begin()
    shown = shown_to(session_id, "crowded", 5000, 25)
    assert {event["player"] for event in shown} == {5000, 5001, 5002, 5003}
    events = await exported(session_id)
    is_in(shown, events)
    assert len(shown) == len(events) - 1
    await goes_on(session_id)


@pytest.mark.slow
async def test_the_disk_is_full_at_random_sizes(data: Path):
    session_id = await begin(*PAST)
    shown = shown_to(session_id, "starved", 7000, 20)
    assert any(event["event"] == "turn_failed" for event in shown)
    is_in(shown, await exported(session_id))
    await goes_on(session_id)


@pytest.mark.parametrize("seed", range(12))
async def test_the_end_of_the_log_is_torn_at_a_random_place(data: Path, seed: int):
    session_id = await begin(*PAST)
    path = data / "events" / f"{session_id}.jsonl"
    whole = path.read_bytes()
    last = whole[:-1].rfind(b"\n") + 1
    before = await exported(session_id)
    chance = random.Random(seed)
    torn = [
        whole[: chance.randint(last, len(whole) - 1)],
        whole + chance.randbytes(chance.randint(1, 300)),
        whole + b"\0" * chance.randint(1, 4096) + b"\n",
        whole + whole[last : chance.randint(last + 1, len(whole) - 1)] + b"\n",
    ][seed % 4]
    path.write_bytes(torn)
    async with open_engine() as engine:
        repaired = await engine.reconcile(session_id)
    assert any("torn" in line for line in repaired)
    after = await exported(session_id)
    assert after == before[: len(after)]
    assert len(after) >= len(before) - 1
    assert torn.startswith(path.read_bytes())
    assert path.with_suffix(".torn").read_bytes() == torn[len(path.read_bytes()) :]
    await goes_on(session_id)


async def test_half_a_write_counts_for_nothing(data: Path):
    session_id = await begin("Was the bell broken?")
    before = await exported(session_id)
    async with open_engine() as engine:
        await say(engine, session_id, "/giveup")
    path = data / "events" / f"{session_id}.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))  # the solution is in the log, the end of the session is not
    assert await exported(session_id) == before
    await goes_on(session_id)


@pytest.mark.parametrize("seed", range(8))
async def test_a_checkpoint_that_is_behind_ahead_damaged_or_gone_is_built_again(data: Path, seed: int):
    session_id = await begin(*PAST)
    path, log = data / "checkpoints.sqlite", data / "events" / f"{session_id}.jsonl"
    chance = random.Random(seed)
    behind, log_then = path.read_bytes(), log.read_bytes()
    async with open_engine() as engine:
        await say(engine, session_id, "Is the sexton old?", "/hint")
        expected = await (await engine.open_session(session_id)).state()
    match seed % 4:
        case 0:
            path.write_bytes(behind)
        case 1:
            log.write_bytes(log_then)
            expected = None
        case 2:
            spoil(path, chance)
        case _:
            path.unlink()
    async with open_engine() as engine:
        repaired = await engine.reconcile(session_id)
        assert any("built again from its log" in line for line in repaired)
        state = await (await engine.open_session(session_id)).state()
        assert expected is None or state == expected
        assert await engine.reconcile(session_id) == []
    await goes_on(session_id)


def spoil(path: Path, chance: random.Random) -> None:
    """Damage what a checkpoint holds, so that its decoder fails."""
    with sqlite3.connect(path) as database:
        database.execute("UPDATE checkpoints SET checkpoint = ?", (chance.randbytes(40),))


@pytest.mark.parametrize("name", ["checkpoints.sqlite", "memory.sqlite"])
async def test_a_database_that_is_none_is_set_aside_and_said(
    data: Path, name: str, caplog: pytest.LogCaptureFixture
):
    session_id = await begin(*PAST)
    (data / name).write_bytes(b"this is no database" * 400)
    await goes_on(session_id)
    async with open_engine() as engine:
        assert (await engine.players.show("ann")).player_id == "ann"
    assert f"{name} is damaged and was set aside" in caplog.text


async def test_damage_in_the_middle_is_said_and_a_fork_goes_on_before_it(data: Path):
    session_id = await begin(*PAST)
    path = data / "events" / f"{session_id}.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = b'{"event": "gone"}\n'
    path.write_bytes(b"".join(lines))
    damaged = path.read_bytes()
    async with open_engine() as engine:
        with pytest.raises(StorageFailed, match=f"line 3 .* is damaged.*echoes sessions fork {session_id}"):
            await engine.open_session(session_id)
        forked = await engine.fork(session_id)
    assert path.read_bytes() == damaged
    assert [event["turn"] for event in await exported(forked)] == [0, 1]
    await goes_on(forked)


async def test_the_clock_is_set_back(data: Path):
    session_id = await begin("Was the bell broken?")
    async with open_engine() as engine:
        engine._clock = lambda: 1_000_000.0
        await say(engine, session_id, "Is the sexton old?", "/hint")
    sound(await exported(session_id))
    await goes_on(session_id)


async def test_the_storage_is_moved_to_another_place(data: Path, monkeypatch: pytest.MonkeyPatch):
    session_id = await begin(*PAST)
    shutil.move(data, data.with_name("elsewhere"))
    monkeypatch.setenv("ECHOES__PATHS__GAME_STORAGE", str(data.with_name("elsewhere")))
    await goes_on(session_id)


async def test_what_memory_can_not_take_does_not_stop_a_game(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    async def refuses(*_: Any) -> Any:
        raise StorageFailed("memory.sqlite can't be used (disk I/O error)")

    monkeypatch.setattr(own_engine.storage, "store", refuses)
    session = await own_engine.create_session("silent_bell", player_id="ann")
    events = await say(own_engine, session.session_id, "Was the bell broken?", "/giveup")
    assert [event.event for event in events] == ["question_ruled", "solution_revealed", "session_ended"]
    monkeypatch.undo()
    assert (await own_engine.players.show("ann")).profile.counts.games == 1


async def test_a_damaged_state_is_not_believed(data: Path):
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

    session_id = await begin(*PAST)
    serde = JsonPlusSerializer(allowed_msgpack_modules=None)
    with sqlite3.connect(data / "checkpoints.sqlite") as database:
        rows = database.execute("SELECT rowid, type, checkpoint FROM checkpoints").fetchall()
        for rowid, kind, blob in rows:
            checkpoint = serde.loads_typed((kind, blob))
            checkpoint["channel_values"]["game"]["max_hints"] = 12
            database.execute(
                "UPDATE checkpoints SET checkpoint = ? WHERE rowid = ?",
                (serde.dumps_typed(checkpoint)[1], rowid),
            )
    async with open_engine() as engine:
        assert any("built again" in line for line in await engine.reconcile(session_id))
    await goes_on(session_id)


async def test_somebody_removes_the_locks_while_two_play(data: Path):
    session_id = await begin()
    async with open_engine() as one, open_engine() as other:
        await say(one, session_id, "Was the bell broken?")
        held = await other.open_session(session_id)
        await say(other, session_id, "Is the sexton old?")
        one_session = await one.open_session(session_id)
        await one_session.reconcile()
        await say(other, session_id, "/hint")  # `one` has looked at the log before this, and holds no lock
        with pytest.raises(StorageFailed, match="written by another process meanwhile"):
            said = Entry(CommandResult(command="x", text="x"))
            await one_session._log.record([said])
        assert held.turn == 3
    await goes_on(session_id)


@pytest.mark.slow
def test_many_processes_open_a_fresh_store_at_once(data: Path):
    command = [sys.executable, "-c", (
        "import asyncio\nfrom echoes.app import open_engine\n"
        "async def main():\n    async with open_engine() as e:\n        await e.storage.store()\n"
        "        await e.storage.checkpointer()\n"
        "asyncio.run(main())"
    )]  # fmt: skip
    players = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(4)]
    assert [(player.communicate()[1].decode(), player.returncode) for player in players] == [("", 0)] * 4


async def test_a_store_whose_making_was_interrupted_is_finished(data: Path):
    session_id = await begin(*PAST)
    with sqlite3.connect(data / "memory.sqlite") as database:
        database.execute("DELETE FROM store_migrations WHERE v >= 2")
    async with open_engine() as engine:
        assert (await engine.players.show("ann")).open == (session_id,)


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\0" * 50, b'{"id": "silent_bell"}', b"\xff\xfe"])
async def test_a_damaged_copy_of_a_puzzle_is_made_again(data: Path, content: bytes):
    session_id = await begin(*PAST)
    [copy] = (data / "puzzles").glob("*.json")
    copy.write_bytes(content)
    await goes_on(session_id)
    copy.write_bytes(content)
    other = await begin()
    (data.parent / "data" / "situation_puzzles" / "silent_bell_en.json").unlink()
    await goes_on(other)


async def test_an_altered_copy_of_a_puzzle_is_not_played(data: Path):
    session_id = await begin(*PAST)
    [copy] = (data / "puzzles").glob("*.json")
    copy.write_text(copy.read_text("utf-8").replace("avalanche", "landslide"), "utf-8")
    (data.parent / "data" / "situation_puzzles" / "silent_bell_en.json").unlink()
    async with open_engine() as engine:
        with pytest.raises(StorageFailed, match=r"can't be read\. Restore .* from a backup"):
            await engine.open_session(session_id)


@pytest.mark.parametrize("name", ["a copy.jsonl", "x.bak.jsonl", "y" * 90 + ".jsonl"])
async def test_stray_files_beside_the_logs_disturb_nobody(data: Path, name: str):
    session_id = await begin(*PAST)
    shutil.copy(data / "events" / f"{session_id}.jsonl", data / "events" / name)
    async with open_engine() as engine:
        assert [row.session_id for row in await engine.players.index.rows()] == [session_id]
        assert (await maintain(engine)).sessions == 1
    assert (data / "events" / name).stat().st_size > 0


async def test_a_copied_log_is_said_to_be_damaged_and_left_as_it_is(data: Path):
    session_id = await begin(*PAST)
    copy = data / "events" / "backup.jsonl"
    shutil.copy(data / "events" / f"{session_id}.jsonl", copy)
    async with open_engine() as engine:
        done = await maintain(engine)
    assert "line 1 of the log of session 'backup' is damaged" in done.damaged[0]
    assert copy.read_bytes() == (data / "events" / f"{session_id}.jsonl").read_bytes()


@pytest.mark.parametrize(
    "line",
    [b'{"event":{"schema":null}}', b"[1]", b"1e400", b'{"event":{"schema":1,"event":"session_started"}}'],
)
async def test_json_that_is_no_entry_is_a_torn_end_too(data: Path, line: bytes):
    session_id = await begin(*PAST)
    path = data / "events" / f"{session_id}.jsonl"
    path.write_bytes(path.read_bytes() + line + b"\n")
    await goes_on(session_id)


@pytest.mark.parametrize("content", [b"", b"\n\n", b'{"ev'])
async def test_a_session_that_never_began_can_be_deleted_or_tidied_away(data: Path, content: bytes):
    session_id = await begin(*PAST)
    for name in ("never-1", "never-2"):
        (data / "events" / f"{name}.jsonl").write_bytes(content)
        os.utime(data / "events" / f"{name}.jsonl", (0, 0))  # a young one may be just about to begin
    async with open_engine() as engine:
        await engine.delete_session("never-1")
        await maintain(engine)
        if content != b"\n\n":
            assert engine.storage.event_log.sessions() == [session_id]


async def test_a_long_message_costs_the_log_no_more_than_a_short_one(data: Path):
    session_id = await begin()
    path = data / "events" / f"{session_id}.jsonl"
    before = path.stat().st_size
    async with open_engine() as engine:
        await say(engine, session_id, " " * 1_000_000, "\u200b" * 300_000, "x" * 1_000_000, "caf\udce9?")
        await say(engine, session_id, "/giveup", "y" * 1_000_000)
    assert path.stat().st_size - before < 8000
    await goes_on(session_id)


async def test_a_busy_database_is_not_taken_for_a_damaged_one(data: Path, monkeypatch: pytest.MonkeyPatch):
    session_id = await begin(*PAST)
    monkeypatch.setattr("echoes.storage.sqlite.database_files.LOCK_TIMEOUT_S", 0.1)
    with closing(sqlite3.connect(data / "checkpoints.sqlite", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        async with open_engine() as engine:
            with pytest.raises(StorageFailed, match="database is locked"):
                await engine.reconcile(session_id)
    assert not list(data.glob("*.damaged"))
    await goes_on(session_id)


async def test_a_database_that_another_process_writes_is_waited_for_and_the_others_play_on(data: Path):
    waiting, playing = await begin(*PAST), await begin(*PAST)
    async with open_engine() as engine:
        for session_id in (waiting, playing):
            await say(engine, session_id, "is the sexton old")
        with closing(sqlite3.connect(data / "checkpoints.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            turn = asyncio.ensure_future(say(engine, waiting, "was the bell broken"))
            for _ in range(5):  # the loop goes on meanwhile
                await asyncio.sleep(0.02)
            assert not turn.done()
            other.execute("ROLLBACK")
        assert [event.event for event in await turn] == ["question_ruled"]
        await say(engine, playing, "was the bell broken")
    await goes_on(waiting)


@pytest.mark.parametrize("damage", ["gone", "empty", "garbage"])
async def test_a_knowledge_base_without_its_content_is_built_again(data: Path, damage: str):
    session_id = await begin(*PAST)
    for index in (data.parent / "rag_storage").glob("game_*/*"):
        if damage == "gone":
            shutil.rmtree(index)
            index.mkdir()
            continue
        [content] = index.glob("*.npz")
        if damage == "empty":
            content.write_bytes(b"")
        else:
            content.write_bytes(b"these are no vectors" * 400)
    said: list[str] = []
    async with open_engine(announce=said.append) as engine:
        [ruled] = await say(engine, session_id, "so, the bell, broken?")
        assert ruled.ruled_as
    assert "is damaged and is built again" in said[0]


async def test_a_log_that_is_about_to_begin_is_left_alone(data: Path):
    await begin()
    (data / "events" / "just-now.jsonl").touch()
    async with open_engine() as engine:
        await maintain(engine)
    assert (data / "events" / "just-now.jsonl").exists()


async def test_a_log_that_was_replaced_by_a_longer_one_is_read_anew(data: Path):
    session_id = await begin(*PAST)
    path = data / "events" / f"{session_id}.jsonl"
    longer = path.read_bytes()
    lines = longer.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]))
    async with open_engine() as engine:
        await say(engine, session_id, "Is the sexton old?")
        path.write_bytes(longer)
        await say(engine, session_id, "/hint")
    assert path.read_bytes().startswith(longer)
    await goes_on(session_id)


@pytest.mark.parametrize("damage", ["versions", "text"])
async def test_what_langgraph_keeps_for_itself_may_be_damaged_too(data: Path, damage: str):
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

    session_id = await begin(*PAST)
    serde = JsonPlusSerializer(allowed_msgpack_modules=None)
    with sqlite3.connect(data / "checkpoints.sqlite") as database:
        if damage == "text":
            database.execute("UPDATE checkpoints SET parent_checkpoint_id = CAST(x'31ff32' AS TEXT)")
        for rowid, kind, blob in database.execute(
            "SELECT rowid, type, checkpoint FROM checkpoints"
        ).fetchall():
            checkpoint = serde.loads_typed((kind, blob))
            if damage == "versions":
                for seen in checkpoint["versions_seen"].values():
                    seen.update(dict.fromkeys(seen, f"{10**31}.9"))
            database.execute(
                "UPDATE checkpoints SET checkpoint = ? WHERE rowid = ?",
                (serde.dumps_typed(checkpoint)[1], rowid),
            )
    await goes_on(session_id)
