"""Whatever happens to the processes, the database or the way there: nothing is lost, and nothing is there twice."""

import asyncio
import signal
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from langgraph.checkpoint.base import empty_checkpoint
from tests.durability.test_nothing_is_lost import PAST, begin, exported, goes_on, is_in, shown_to, sound
from tests.support import KINDS, entry, say
from tests.wire import Wire

from echoes.app import open_engine
from echoes.core.errors import SessionBusy, StorageFailed
from echoes.core.operation.wait_budget import WaitBudget, shared_wait_budget
from echoes.storage.backends import Storage, open_storage
from echoes.storage.postgres.connections import Database
from echoes.storage.postgres.schema import prepare_schema
from echoes.storage.settings import StorageSettings

if TYPE_CHECKING:
    from tests.postgres_cluster import Cluster

SAID = entry(event="command_result", command="x", text="x")


@pytest.fixture
def wire(cluster: "Cluster") -> Iterator[Wire]:
    """The way to the database, which tests may break."""
    made = Wire(cluster.port)
    yield made
    made.close()


@pytest.fixture
def url(cluster: "Cluster", wire: Wire, database: str) -> str:
    return database.replace(f":{cluster.port}/", f":{wire.port}/")


@pytest.fixture
def data(own_folders: Path, bell: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Games of the canary puzzle are kept in the database, for this process and its children."""
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    monkeypatch.setenv("ECHOES__STORAGE__BACKEND", "postgres")
    monkeypatch.setenv("ECHOES__STORAGE__URL", url)
    return url


def opened(url: str, tmp_path: Path, **settings: Any) -> Storage:
    return open_storage(
        StorageSettings.model_validate({"backend": "postgres", "url": url, **settings}), tmp_path, KINDS
    )


@pytest.mark.slow
async def test_players_are_killed_at_random_moments(data: str):
    session_id = await begin()
    shown = shown_to(session_id, "killed", 3000, 6)
    assert len(shown) > 5
    is_in(shown, await exported(session_id))
    await goes_on(session_id)


@pytest.mark.slow
async def test_four_workers_play_one_session(data: str):
    session_id = await begin()
    shown = shown_to(session_id, "crowded", 5000, 5)
    assert {event["player"] for event in shown} == {5000, 5001, 5002, 5003}
    events = await exported(session_id)
    is_in(shown, events)
    assert len(shown) == len(events) - 1
    await goes_on(session_id)


async def test_a_session_moves_between_workers_in_mid_game(data: str):
    session_id = await begin()
    async with open_engine() as one, open_engine() as other:
        for engine, message in zip((one, other) * 3, [*PAST, "/status"], strict=True):
            [*_, last] = await say(engine, session_id, message)
            assert last.event != "turn_failed"
    sound(await exported(session_id))
    await goes_on(session_id)


async def test_the_database_crashes_in_mid_game_and_play_goes_on(data: str, cluster: "Cluster"):
    async with open_engine() as engine:
        session_id = (await engine.create_session("silent_bell", player_id="ann")).session_id
        shown = await say(engine, session_id, *PAST)
        cluster.stop()
        [told] = await say(engine, session_id, "Is the sexton old?")
        assert (told.event, told.charged) == ("turn_failed", False)
        assert "the database 'test_" in told.error
        cluster.start()
        shown += await say(engine, session_id, "Was the bell broken?", "/hint")
        assert [event.event for event in shown[-2:]] == ["question_ruled", "hint_given"]
        kept = {entry.event.event_id for entry in engine.storage.event_log.read(session_id)}
        assert {event.event_id for event in shown} <= kept
    sound(await exported(session_id))
    await goes_on(session_id)


async def test_a_write_whose_confirmation_was_lost_is_there_once(url: str, wire: Wire, tmp_path: Path):
    storage = opened(url, tmp_path)
    log = storage.event_log
    log.append("s", [SAID])
    for position in (1, 2, None):
        wire.loses_reply.set()
        log.append("s", [SAID.changed(event_id=f"s-{position}")], position)
    assert [one.event.event_id for one in log.read("s")] == ["s-1", "s-1", "s-2", "s-None"]
    await storage.aclose()


async def test_a_write_waits_for_a_database_that_is_away_for_a_while(
    url: str, cluster: "Cluster", tmp_path: Path
):
    storage = opened(url, tmp_path, timeout_s=300)
    storage.event_log.append("s", [SAID], 0)
    cluster.stop()
    writing = asyncio.create_task(asyncio.to_thread(storage.event_log.append, "s", [SAID], 1))
    await asyncio.sleep(0.1)
    await asyncio.to_thread(cluster.start)
    await writing
    assert len(storage.event_log.read("s")) == 2
    await storage.aclose()


async def test_while_the_database_is_down_nobody_waits_and_it_is_found_again_at_once(
    url: str, cluster: "Cluster", tmp_path: Path
):
    storage = opened(url, tmp_path, timeout_s=3000)  # longer than any test may take
    storage.event_log.append("s", [SAID])
    cluster.stop()
    for _ in range(3):
        with pytest.raises(StorageFailed, match=r"broke the connection|can't be reached"):
            storage.counters.add("requests", 1, 60)
    cluster.start()
    assert storage.event_log.position("s") == 1
    assert storage.counters.add("requests", 1, 60) == 1
    await storage.aclose()


async def test_a_database_that_hangs_costs_a_turn_nothing(
    data: str, wire: Wire, monkeypatch: pytest.MonkeyPatch
):
    async with open_engine() as engine:
        session_id = (await engine.create_session("silent_bell")).session_id
        await say(engine, session_id, "Was the bell broken?")
    monkeypatch.setenv("ECHOES__STORAGE__TIMEOUT_S", "3")  # the machine may be busy
    async with open_engine() as engine:
        await say(engine, session_id, "/status")
        waits, fail = list[BaseException](), Database.failure

        def counted(database: Database, error: BaseException) -> StorageFailed:
            waits.append(error)
            return fail(database, error)

        monkeypatch.setattr(Database, "failure", counted)
        wire.flows.clear()
        for _ in range(2):  # the second is told at once
            [told] = await say(engine, session_id, "Is the sexton old?")
            assert (told.event, told.charged) == ("turn_failed", False)
            assert "does not answer" in told.error
        assert len(waits) == 1
        wire.flows.set()
    monkeypatch.setenv("ECHOES__STORAGE__TIMEOUT_S", "300")
    await goes_on(session_id)


async def test_a_turn_that_was_recorded_is_shown_while_the_database_hangs_and_waits_for_it_once(
    data: str, wire: Wire, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__STORAGE__TIMEOUT_S", "3")  # the machine may be busy
    async with open_engine() as engine:
        session_id = (await engine.create_session("silent_bell")).session_id
        append = engine.storage.event_log.append

        def last(*given: Any) -> int:
            position = append(*given)
            wire.flows.clear()
            return position

        monkeypatch.setattr(engine.storage.event_log, "append", last)
        [ruled] = await say(engine, session_id, "Was the bell broken?")
        [told] = await say(engine, session_id, "/status")
        assert (ruled.event, told.event) == ("question_ruled", "turn_failed")
        wire.flows.set()
    monkeypatch.setenv("ECHOES__STORAGE__TIMEOUT_S", "300")
    assert [event["event"] for event in await exported(session_id)] == ["session_started", "question_ruled"]
    await goes_on(session_id)


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[WaitBudget]:
    """What the turns wait for the database, in order."""
    turns = list[WaitBudget]()

    @contextmanager
    def noted() -> Generator[WaitBudget]:
        with shared_wait_budget() as waiting:
            turns.append(waiting)
            yield waiting

    monkeypatch.setattr("echoes.engine.engine.shared_wait_budget", noted)
    return turns


async def test_a_slow_database_plays_on_as_long_as_its_answers_come_in_time(
    data: str, wire: Wire, monkeypatch: pytest.MonkeyPatch, waited: list[WaitBudget]
):
    monkeypatch.setenv("ECHOES__STORAGE__TIMEOUT_S", "300")
    async with open_engine() as engine:
        session_id = (await engine.create_session("silent_bell")).session_id
        await say(engine, session_id, "/status")
        wire.delay_s, before = 0.1, wire.replies
        [ruled] = await say(engine, session_id, "Was the bell broken?")
        assert ruled.event == "question_ruled"
        assert wire.replies - before <= 7  # as many seconds, where each takes one
        assert waited[-1].waited_s >= 0.3
        wire.delay_s = 0
    await goes_on(session_id)


async def test_answers_that_are_each_in_time_but_too_many_end_the_turn_free_of_charge(
    data: str, wire: Wire, monkeypatch: pytest.MonkeyPatch, waited: list[WaitBudget]
):
    monkeypatch.setenv("ECHOES__STORAGE__TIMEOUT_S", "3")  # the machine may be busy
    async with open_engine() as engine:
        session_id = (await engine.create_session("silent_bell")).session_id
        await say(engine, session_id, "/status")
        wire.delay_s, before = 1.7, wire.replies
        [told] = await say(engine, session_id, "Was the bell broken?")
        assert (told.event, told.charged) == ("turn_failed", False)
        assert "takes too long to answer" in told.error
        assert wire.replies - before <= 2
        assert not waited[-1].writes
        wire.delay_s = 0
        [ruled] = await say(engine, session_id, "Was the bell broken?")
        assert ruled.event == "question_ruled"
    monkeypatch.setenv("ECHOES__STORAGE__TIMEOUT_S", "300")
    assert [event["turn"] for event in await exported(session_id)] == [0, 0, 1]
    await goes_on(session_id)


@pytest.mark.parametrize("statement", range(6))
async def test_wherever_in_a_turn_the_database_begins_to_hang_the_turn_waits_for_it_only_once(
    statement: int, data: str, wire: Wire, monkeypatch: pytest.MonkeyPatch, waited: list[WaitBudget]
):
    monkeypatch.setenv("ECHOES__STORAGE__TIMEOUT_S", "3")  # the machine may be busy
    async with open_engine() as engine:
        session_id = (await engine.create_session("silent_bell")).session_id
        await say(engine, session_id, "/status")
        failures, fail = list[BaseException](), Database.failure

        def noted(database: Database, error: BaseException) -> StorageFailed:
            failures.append(error)
            return fail(database, error)

        monkeypatch.setattr(Database, "failure", noted)
        wire.hangs_after(statement)
        [told] = await say(engine, session_id, "Was the bell broken?")
        assert len(failures) <= 1
        assert told.event in ("turn_failed", "question_ruled")
        wire.flows.set()
    monkeypatch.setenv("ECHOES__STORAGE__TIMEOUT_S", "300")
    [*_, last] = await exported(session_id)
    assert (told.event == "question_ruled") <= (last["event"] == "question_ruled")
    await goes_on(session_id)


async def test_a_turn_whose_write_waits_for_a_database_that_comes_back_is_ruled(
    data: str, wire: Wire, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ECHOES__STORAGE__TIMEOUT_S", "300")
    async with open_engine() as engine:
        session_id = (await engine.create_session("silent_bell")).session_id
        await say(engine, session_id, "/status")
        for statement in range(5):
            wire.hangs_after(statement)
            asking = asyncio.ensure_future(say(engine, session_id, f"Was the bell broken, {statement}?"))
            await asyncio.to_thread(wire.hung.wait, 300)
            wire.flows.set()
            [told] = await asking
            assert told.event != "turn_failed"
    await goes_on(session_id)


async def test_locks_are_lost_with_the_connection_and_writes_are_still_refused(
    url: str, wire: Wire, tmp_path: Path
):
    one, other = opened(url, tmp_path), opened(url, tmp_path)
    one.event_log.append("s", [SAID])
    async with one.lock("s"):
        seen = one.event_log.position("s")
        wire.cut()
        async with other.lock("s", wait_s=300):
            other.event_log.append("s", [SAID], seen)
        with pytest.raises(StorageFailed, match="by another process meanwhile"):
            one.event_log.append("s", [SAID], seen)
    async with one.lock("s", wait_s=300), other.lock("t"):
        with pytest.raises(SessionBusy):
            async with other.lock("s", wait_s=0):
                pytest.fail("two held one lock")
    for storage in (one, other):
        await storage.aclose()


async def test_after_a_restart_nobody_meets_the_connections_of_before(
    database: str, cluster: "Cluster", tmp_path: Path
):
    storage = opened(database, tmp_path)  # without the wire, which would pass the end on a moment later
    store, saver = await storage.store(), await storage.checkpointer()
    thread: Any = {"configurable": {"thread_id": "s", "checkpoint_ns": ""}}

    async def use(number: int) -> None:
        await store.aput(("players", "ada"), str(number), {"content": "likes lamps"}, index=False)
        await saver.aput(thread, empty_checkpoint(), {}, {})
        storage.counters.add("requests", 1, 3000)

    try:
        await asyncio.gather(*(use(number) for number in range(8)))  # all connections of both pools
        cluster.stop(signal.SIGINT)  # in order: each connection is told of it
        cluster.start()
        for number in range(8):
            await use(number)
        assert storage.counters.value("requests") == 16
    finally:
        await storage.aclose()


async def test_a_connection_that_nobody_has_used_yet_is_none_of_before_either(
    database: str, cluster: "Cluster"
):
    settings = StorageSettings.model_validate({"backend": "postgres", "url": database})
    reached = Database(settings, prepare_schema)
    pool = await reached.async_pool()
    try:
        await pool.wait()
        cluster.stop(signal.SIGINT)
        cluster.start()
        async with reached.lent(pool) as connection:
            assert await (await connection.execute("SELECT 1 AS n")).fetchone() == {"n": 1}
    finally:
        await pool.close()


async def test_a_pool_that_is_exhausted_says_so(url: str, cluster: "Cluster", tmp_path: Path):
    storage = opened(url, tmp_path, pool_size=1, timeout_s=1)
    storage.event_log.append("s", [SAID])
    with psycopg.connect(url) as blocker:
        blocker.execute("LOCK TABLE echoes.sessions IN ACCESS EXCLUSIVE MODE")
        tries = [asyncio.to_thread(storage.event_log.append, "s", [SAID]) for _ in range(3)]
        failed = await asyncio.gather(*tries, return_exceptions=True)
    assert all(isinstance(one, StorageFailed) for one in failed)
    assert {word for word in ("takes too long", "are in use") if any(word in str(one) for one in failed)}
    assert await asyncio.to_thread(_is_appended_at_last, storage)
    await storage.aclose()


def _is_appended_at_last(storage: Storage) -> bool:
    """Append until it succeeds: a server that was slow to answer is left alone for a while."""
    for _ in range(600):
        with suppress(StorageFailed):
            storage.event_log.append("s", [SAID])
            return True
        time.sleep(0.1)
    return False


async def test_a_full_database_ends_turns_free_of_charge_until_there_is_space(data: str):
    async with open_engine() as engine:
        session_id = (await engine.create_session("silent_bell")).session_id
        with psycopg.connect(data, autocommit=True, options="-c search_path=echoes") as connection:
            connection.execute(
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$"
            )
            connection.execute(
                "CREATE TRIGGER full_disk BEFORE INSERT ON entries EXECUTE FUNCTION full_disk()"
            )
            [told] = await say(engine, session_id, "Was the bell broken?")
            assert (told.event, told.charged) == ("turn_failed", False)
            assert "is full. Free space" in told.error
            connection.execute("DROP TRIGGER full_disk ON entries")
        assert [event.event for event in await say(engine, session_id, "/hint")] == ["hint_given"]
    assert [event["turn"] for event in await exported(session_id)] == [0, 1]


async def test_what_is_damaged_is_said_and_a_fork_goes_on_before_it(data: str):
    session_id = await begin(*PAST)
    with psycopg.connect(data, options="-c search_path=echoes") as connection:
        connection.execute("UPDATE entries SET line = '{\"ev' WHERE n = 3")
    async with open_engine() as engine:
        with pytest.raises(StorageFailed, match=f"line 3 .* is damaged.*echoes sessions fork {session_id}"):
            await engine.open_session(session_id)
        await goes_on(await engine.fork(session_id))


async def test_a_checkpoint_that_is_damaged_or_gone_is_built_again(data: str):
    session_id = await begin(*PAST)
    for damage in ("UPDATE checkpoint_blobs SET blob = '\\x00ff'", "DELETE FROM checkpoints"):
        with psycopg.connect(data, options="-c search_path=echoes") as connection:
            connection.execute(damage)
        async with open_engine() as engine:
            repaired = await engine.reconcile(session_id)
            assert any("built again from its log" in line for line in repaired)
            assert await engine.reconcile(session_id) == []
    await goes_on(session_id)
