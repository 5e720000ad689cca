"""Sessions that move between workers, which are killed in mid-turn: what is lost, what is there twice."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from echoes.app import open_engine
from echoes.bench.performance.models import LATENCY_MS, stub, stubbed
from echoes.config import Config
from echoes.core.errors import EchoesError
from echoes.engine.engine import GameEngine

WORKERS = 4
_PUZZLE = "wrong_umbrella"
_MOST_TRIES = 20


@dataclass(frozen=True)
class WorkerFigures:
    """Sessions on several workers.

    Attributes:
        killed: how many workers were killed while they thought about messages.
        lost: questions that are in no log, and events that were shown and are in none.
        twice: questions that are in a log more than once.
        late_ms: milliseconds of a turn, 95th percentile, those that a kill cut off left out.
    """

    killed: int
    lost: int
    twice: int
    late_ms: float


@dataclass(frozen=True)
class _Job:
    """A question of a session.

    Attributes:
        number: of the question, from 1; each makes a turn.
        wait_s: how long the player thinks before it is sent.
        again: whether a worker that was killed may have recorded it.
    """

    session_id: str
    number: int
    wait_s: float
    again: bool = False

    @property
    def text(self) -> str:
        """The question."""
        return f"Is it about the number {self.number}?"


@dataclass(frozen=True)
class _Answer:
    """The answer to a job: the ids of the events that were shown, and the time that it took."""

    job: _Job
    shown: Sequence[str]
    seconds: float


@dataclass
class _Worker:
    """A worker process, which answers jobs as they come."""

    process: BaseProcess
    connection: Connection


@dataclass
class _Crowd:
    """All sessions, and what came of their questions."""

    config: Config
    workers: list[_Worker] = field(default_factory=list[_Worker])
    answers: list[_Answer] = field(default_factory=list[_Answer])
    killed: int = 0


async def measure_workers(
    sessions: int, rounds: int, think_s: float, rag: Path, folder: Path, workers: int = WORKERS
) -> WorkerFigures:
    """Play sessions on workers of the configured storage, of which one is killed in each round.

    Each session is played by another worker in each round.

    Args:
        sessions: how many.
        rounds: questions of each of them.
        think_s: the longest that a player thinks before each question, in seconds.
        rag: where knowledge bases are kept.
        folder: for files; a database is the configured one, and what is written there is deleted again.
        workers: how many there are.
    """
    with stub(LATENCY_MS) as url:
        config = stubbed(folder, rag, url)
        config.paths.game_storage = folder / "workers"
        async with open_engine(config) as engine:
            ids = [(await engine.create_session(_PUZZLE, lang="en")).session_id for _ in range(sessions)]
            crowd = _Crowd(config)
            try:
                crowd.workers = [_started(config) for _ in range(workers)]
                for number in range(1, rounds + 1):
                    await _round(crowd, ids, number, think_s)
            finally:
                for worker in crowd.workers:
                    worker.process.kill()
            figures = _figures(engine, ids, rounds, crowd)
            for session in ids if config.storage.url else ():
                await engine.delete_session(session)  # a folder is removed as a whole
    return figures


async def _round(crowd: _Crowd, ids: Sequence[str], number: int, think_s: float) -> None:
    """Ask one question in each session."""
    workers = len(crowd.workers)
    shares: list[list[_Job]] = [[] for _ in range(workers)]
    for place, session_id in enumerate(ids):
        shares[(place + number) % workers].append(_Job(session_id, number, random.uniform(0, think_s)))
    victim = number % workers
    await asyncio.gather(
        *(
            asyncio.to_thread(_answered, crowd, place, share, place == victim)
            for place, share in enumerate(shares)
            if share
        )
    )


def _answered(crowd: _Crowd, place: int, jobs: Sequence[_Job], is_killed: bool) -> None:
    """Send a worker its share of questions; where it is killed, a new one answers what is left."""
    open_jobs = {job.session_id: job for job in jobs}
    last_words = random.randrange(max(1, len(jobs) - 1)) if is_killed else -1
    killed: _Worker | None = None
    crowd.workers[place].connection.send([*jobs])
    while open_jobs:
        worker = crowd.workers[place]
        if len(jobs) - len(open_jobs) == last_words:
            last_words = -1
            time.sleep(random.uniform(0, 1.5 * LATENCY_MS / 1000))  # others wait for the model meanwhile
            worker.process.kill()
            killed, crowd.killed = worker, crowd.killed + 1
        try:
            answer: _Answer = worker.connection.recv()
        except (EOFError, ConnectionError):
            crowd.workers[place] = _started(crowd.config)
            left = [replace(job, wait_s=0, again=True) for job in open_jobs.values()]
            crowd.workers[place].connection.send(left)
            continue
        crowd.answers.append(answer)
        del open_jobs[answer.job.session_id]
    if killed is crowd.workers[place]:  # all had been answered before
        crowd.workers[place] = _started(crowd.config)


def _figures(engine: GameEngine, ids: Sequence[str], rounds: int, crowd: _Crowd) -> WorkerFigures:
    asked = [(session_id, _Job(session_id, n, 0).text) for session_id in ids for n in range(1, rounds + 1)]
    shown = {event for answer in crowd.answers for event in answer.shown}
    times = sorted(answer.seconds for answer in crowd.answers if not answer.job.again)
    lost, twice = lost_and_twice(engine, asked, shown)
    late = times[int(0.95 * len(times))] if times else 0.0
    return WorkerFigures(crowd.killed, lost, twice, late * 1000)


def lost_and_twice(
    engine: GameEngine, asked: Sequence[tuple[str, str]], shown: AbstractSet[str]
) -> tuple[int, int]:
    """Compare what is in the logs with what was asked, and with what was shown.

    Args:
        engine: the engine with the logs.
        asked: questions, each after the id of its session.
        shown: ids of events.
    Returns:
        How many questions and events are in no log, and how many questions are there again.
    """
    kept, found = set[str](), Counter[tuple[str, str]]()
    for session_id in {session_id for session_id, _ in asked}:
        for entry in engine.storage.event_log.read(session_id):
            kept.add(entry.event.event_id)
            if entry.event.makes_turn:
                found[session_id, str(getattr(entry.event, "text", ""))] += 1
    return len({*asked} - {*found}) + len(shown - kept), found.total() - len(found)


def _started(config: Config) -> _Worker:
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(config, there), daemon=True)
    process.start()
    there.close()  # so that the end of the worker is the end of the pipe
    return _Worker(process, here)


def _work(config: Config, connection: Connection) -> None:
    """Answer jobs until the process is killed."""
    asyncio.run(_serve(config, connection))


async def _serve(config: Config, connection: Connection) -> None:
    async with open_engine(config) as engine:
        while True:
            jobs: list[_Job] = await asyncio.to_thread(connection.recv)
            await asyncio.gather(*(_answer(engine, connection, job) for job in jobs))


async def _answer(engine: GameEngine, connection: Connection, job: _Job) -> None:
    """Send a question, and send it again if it failed, as a player would."""
    await asyncio.sleep(job.wait_s)
    shown: list[str] = []
    started = time.perf_counter()
    for _ in range(_MOST_TRIES):
        if job.again and engine.get_session_state(job.session_id).turns >= job.number:
            break  # it was recorded, but nobody was told
        try:
            events = [event async for event in engine.handle_message(job.session_id, job.text)]
        except EchoesError:
            continue
        if any(event.makes_turn for event in events):
            shown = [event.event_id for event in events]
            break
    connection.send(_Answer(job, shown, time.perf_counter() - started))
