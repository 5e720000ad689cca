"""The speed of games on PostgreSQL, beside the same games on SQLite."""

import statistics
import time
from dataclasses import dataclass
from pathlib import Path

from echoes.app import open_engine
from echoes.bench.performance.concurrency import ask_questions, play_in_workers, seconds_of
from echoes.bench.performance.models import LATENCY_MS, stub, stubbed
from echoes.config import Config, load_config
from echoes.engine.engine import GameEngine

_PUZZLE = "wrong_umbrella"
_WARM = 5
_AT_ONCE = 16
_ROUND = 4
"""The questions of each session in a row: some two seconds, in which a machine's pace hardly changes."""
_WORKERS = 4
_EVENTS = 50


@dataclass(frozen=True)
class StorageFigures:
    """The speed of games on PostgreSQL.

    Attributes:
        turn: the median time of a turn in one session, over that on SQLite.
        at_once: turns a second of 16 sessions, over those on SQLite.
        workers: turns a second of four workers over those of one, with model calls of 200 ms.
        notice_ms: median milliseconds from a write until another worker has heard of it.
        lost: turns that are in no log.
    """

    turn: float
    at_once: float
    workers: float
    notice_ms: float
    lost: int


async def measure_storage(
    questions: int, sessions: int, rounds: int, rag: Path, folder: Path
) -> StorageFigures | None:
    """Play the same games on both back ends; what is written to the database is deleted again.

    Args:
        questions: of the single session.
        sessions: with model calls, over all workers.
        rounds: questions of each of those.
        rag: where knowledge bases are kept.
        folder: for the files of SQLite.
    Returns:
        None if no database is configured (`storage.url`).
    """
    config = load_config()
    if config.storage.url is None:
        return None
    files = _on(config, "sqlite", rag, folder / "files")
    database = _on(config, "postgres", rag, folder / "database")
    async with open_engine(files) as one, open_engine(database) as other:
        turn = await _one_session(one, other, questions)
        at_once = await _sessions_at_once(one, other, questions)
    notice_ms = await _notices(database)
    with stub(LATENCY_MS) as url:
        served = _on(stubbed(folder, rag, url), "postgres", rag, folder / "database")
        alone, lost = await play_in_workers(served, sessions, rounds, 1)
        shared, also_lost = await play_in_workers(served, sessions, rounds, _WORKERS)
    return StorageFigures(turn, at_once, alone / shared, notice_ms, lost + also_lost)


def _on(config: Config, backend: str, rag: Path, folder: Path) -> Config:
    changed = config.model_copy(deep=True)
    changed.storage.backend, changed.storage.url = backend, load_config().storage.url
    changed.paths.rag_storage, changed.paths.game_storage = rag, folder
    return changed


async def _one_session(one: GameEngine, other: GameEngine, questions: int) -> float:
    """Ask both in turn, so that whatever else the machine does slows both."""
    times: dict[GameEngine, list[float]] = {one: [], other: []}
    ids = {engine: (await engine.create_session(_PUZZLE, lang="en")).session_id for engine in (one, other)}
    for number in range(questions):
        for engine, spent in times.items():
            started = time.perf_counter()
            await ask_questions(engine, ids[engine], [f"Is it about the number {number}?"])
            spent.append(time.perf_counter() - started)
    await other.delete_session(ids[other])
    return statistics.median(times[other][_WARM:]) / statistics.median(times[one][_WARM:])


async def _sessions_at_once(one: GameEngine, other: GameEngine, questions: int) -> float:
    """Return the rate of the second over that of the first, medians of short rounds in turn."""
    spent: dict[GameEngine, list[float]] = {one: [], other: []}
    ids = {
        engine: [(await engine.create_session(_PUZZLE, lang="en")).session_id for _ in range(_AT_ONCE)]
        for engine in spent
    }
    for first in range(0, max(_ROUND, questions // _AT_ONCE), _ROUND):
        texts = [f"Is it about the number {number}?" for number in range(first, first + _ROUND)]
        for engine, seconds in spent.items():
            seconds.append(
                await seconds_of([ask_questions(engine, session, texts) for session in ids[engine]])
            )
    for engine, sessions in ids.items():
        for session in sessions:
            await engine.delete_session(session)
    return statistics.median(spent[one]) / statistics.median(spent[other])


async def _notices(config: Config) -> float:
    """Return the median time until another process hears of something, in milliseconds."""
    waits: list[float] = []
    async with open_engine(config) as one, open_engine(config) as other:
        notices = other.storage.notices()
        await anext(notices)  # from here on it listens
        for number in range(_EVENTS):
            started = time.perf_counter()
            one.storage.publish(str(number))
            while (await anext(notices)).message != str(number):
                pass
            waits.append((time.perf_counter() - started) * 1000)
        await notices.aclose()
    return statistics.median(waits)
