"""The speed of many concurrent sessions, beside a bare loop of the same calls."""

import asyncio
import time
from collections.abc import Coroutine, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from echoes.app import open_engine
from echoes.bench.players.processes import cores
from echoes.config import Config
from echoes.core.seats.roles import Role
from echoes.engine.engine import GameEngine
from echoes.games.situation_puzzle.referees.llm.schemas import RulingReply, ruling_schema

_PUZZLE = "wrong_umbrella"
_OPENING_S = 300.0


@dataclass(frozen=True)
class ConcurrencyFigures:
    """The speed of concurrent sessions.

    Attributes:
        one_process, all_cores: the rate of the sessions over that of the bare loop, 1 for no loss.
        lost: turns that are in no log.
    """

    one_process: float
    all_cores: float
    lost: int


async def measure_concurrency(config: Config, sessions: int, rounds: int) -> ConcurrencyFigures:
    """Play many concurrent sessions, in one process and in one a core.

    All processes share one storage folder. The bare loop does nothing but call, in one process.

    Args:
        config: with a stub for a model that takes its time.
        sessions: how many.
        rounds: questions of each of them.
    """
    bare = await _bare_loop(config, sessions, rounds)
    one, lost = await play_in_workers(config, sessions, rounds, 1)
    several, also_lost = await play_in_workers(config, sessions, rounds, cores())
    return ConcurrencyFigures(bare / one, bare / several, lost + also_lost)


async def _bare_loop(config: Config, sessions: int, rounds: int) -> float:
    async with open_engine(config) as engine:
        await _calls(engine, 1)
        return await seconds_of([_calls(engine, rounds) for _ in range(sessions)])


async def _calls(engine: GameEngine, rounds: int) -> None:
    """Make the same calls, and do nothing else."""
    llm, form = engine.models.llm(Role.REFEREE), ruling_schema((), RulingReply)
    assert llm is not None
    for n in range(rounds):
        await llm.generate_structured("x" * 8000, f"Is it about the number {n}?", form)


async def play_in_workers(config: Config, sessions: int, rounds: int, processes: int) -> tuple[float, int]:
    """Play sessions in several processes; return the seconds until all are through, and the lost turns."""
    context, loop = get_context("spawn"), asyncio.get_running_loop()
    shares = [len(range(number, sessions, processes)) for number in range(min(processes, sessions))]
    with context.Manager() as manager, ProcessPoolExecutor(len(shares), mp_context=context) as pool:
        start: Any = manager.Barrier(len(shares))
        jobs = [loop.run_in_executor(pool, _play, config, share, rounds, start) for share in shares]
        found = await asyncio.gather(*jobs)
    return max(seconds for seconds, _ in found), sum(lost for _, lost in found)


def _play(config: Config, sessions: int, rounds: int, start: Any) -> tuple[float, int]:
    """Play the share of one process."""
    return asyncio.run(_share(config, sessions, rounds, start))


async def _share(config: Config, sessions: int, rounds: int, start: Any) -> tuple[float, int]:
    async with open_engine(config) as engine:
        ids, questions = await begin_sessions(engine, sessions, rounds)
        await asyncio.to_thread(start.wait, _OPENING_S)
        seconds = await seconds_of([ask_questions(engine, session, questions) for session in ids])
        turns = sum(engine.get_session_state(session).turns for session in ids)
        for session in ids if config.storage.url else ():
            await engine.delete_session(session)  # a folder is removed as a whole
    return seconds, sessions * rounds + 1 - turns


async def begin_sessions(engine: GameEngine, sessions: int, rounds: int) -> tuple[list[str], list[str]]:
    """Begin sessions, make a first call, and return their ids and the questions for each of them."""
    ids = [(await engine.create_session(_PUZZLE, lang="en")).session_id for _ in range(sessions)]
    await ask_questions(engine, ids[0], ["Is this the first call?"])
    return ids, [f"Is it about the number {n}?" for n in range(rounds)]


async def ask_questions(engine: GameEngine, session: str, questions: Sequence[str]) -> None:
    """Send questions to a session, one after the other."""
    for text in questions:
        async for _ in engine.handle_message(session, text):
            pass


async def seconds_of(jobs: Sequence[Coroutine[None, None, None]]) -> float:
    """Return the time that jobs take together."""
    started = time.perf_counter()
    await asyncio.gather(*jobs)
    return time.perf_counter() - started
