"""The processor time of a turn, by whose code runs: ours, the graph's, the storage's, the model call's."""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from types import FrameType
from typing import Literal

from echoes.app import open_engine
from echoes.bench.performance.concurrency import ask_questions, begin_sessions, seconds_of
from echoes.config import Config

Owner = Literal["call", "storage", "graph", "own", "rest"]

_STEP_S = 0.002
_CALL = ("echoes.models", "httpx", "httpcore", "h11")
"""Whatever they lead to is part of a model call, which a bare loop makes too."""
_OWNERS: tuple[tuple[str, Owner], ...] = (
    ("echoes.storage", "storage"),
    ("filelock", "storage"),
    ("langgraph.checkpoint", "storage"),
    ("langgraph.store", "storage"),
    ("sqlite3", "storage"),
    ("psycopg", "storage"),
    ("psycopg_pool", "storage"),
    ("langgraph", "graph"),
    ("langchain_core", "graph"),
    ("echoes.bench", "rest"),
    ("echoes", "own"),
)
"""Owners by package; the first that holds a module counts. The benchmark runs around all others."""


@dataclass(frozen=True)
class Profile:
    """The processor time of a turn with many sessions at once in one process.

    Attributes:
        turn_ms: of a turn, in milliseconds.
        call: the share of the model call, which a bare loop makes too.
        storage: the share of log, locks and checkpoints.
        graph: the share of LangGraph.
        own: the share of all else in this package.
        rest: the share of the event loop and of whatever has no owner.
    """

    turn_ms: float
    call: float
    storage: float
    graph: float
    own: float
    rest: float


def owner_of(modules: Iterator[str]) -> Owner:
    """Return whose time it is while a stack runs.

    Args:
        modules: the names of the modules of its frames, the innermost first.
    """
    owner: Owner | None = None
    for module in modules:
        if _within(module, _CALL):
            return "call"
        owner = owner or next((one for package, one in _OWNERS if _within(module, (package,))), None)
    return owner or "rest"


def _within(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def _modules(frame: FrameType | None) -> Iterator[str]:
    while frame is not None:
        yield str(frame.f_globals.get("__name__", ""))
        frame = frame.f_back


@contextmanager
def sampled() -> Generator[Counter[Owner]]:
    """Count every few milliseconds of processor time whose code the main thread runs."""
    counts: Counter[Owner] = Counter()

    def count(number: int, frame: FrameType | None) -> None:
        counts[owner_of(_modules(frame))] += 1

    before = signal.signal(signal.SIGPROF, count)
    signal.setitimer(signal.ITIMER_PROF, _STEP_S, _STEP_S)
    try:
        yield counts
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


async def profile_sessions(config: Config, sessions: int, rounds: int) -> Profile | None:
    """Play many sessions at once in a process of its own, and return where its time goes.

    Args:
        config: with a stub for a model that takes its time.
        sessions: how many.
        rounds: questions of each of them.
    Returns:
        None where the system has no timer of processor time.
    """
    if not hasattr(signal, "SIGPROF"):
        return None
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:  # signals need a main thread
        return await loop.run_in_executor(pool, _profiled, config, sessions, rounds)


def _profiled(config: Config, sessions: int, rounds: int) -> Profile:
    return asyncio.run(_played(config, sessions, rounds))


async def _played(config: Config, sessions: int, rounds: int) -> Profile:
    async with open_engine(config) as engine:
        ids, questions = await begin_sessions(engine, sessions, rounds)
        with sampled() as counts:
            before = time.process_time()
            await seconds_of([ask_questions(engine, session, questions) for session in ids])
            spent = time.process_time() - before
        for session in ids if config.storage.url else ():
            await engine.delete_session(session)  # a folder is removed as a whole
    every = max(1, counts.total())
    return Profile(
        turn_ms=spent * 1000 / (sessions * rounds),
        call=counts["call"] / every,
        storage=counts["storage"] / every,
        graph=counts["graph"] / every,
        own=counts["own"] / every,
        rest=counts["rest"] / every,
    )
