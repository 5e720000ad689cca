"""`echoes bench overhead`: many sessions at once, beside a bare loop of the same calls."""

import asyncio
import time
from collections.abc import Coroutine, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from echoes.app import open_engine
from echoes.bench.players.work import cores
from echoes.config import Config
from echoes.core.roles import Role
from echoes.engine.engine import GameEngine
from echoes.games.situation_puzzle.referees.forms import ruling_form

_PUZZLE = "wrong_umbrella"
_OPENING_S = 300.0


async def at_once(config: Config, sessions: int, rounds: int) -> dict[str, float]:
    """Play many sessions at once, in one process and in one a core.

    All processes share one storage folder. The bare loop does nothing but call, in one process.

    Args:
        config: with a stub for a model that takes its time.
        sessions: that play at once.
        rounds: questions of each of them.
    Returns:
        `at_once` and `at_once_on_all_cores`, the rate of the sessions over that of the bare loop, and
        `lost` turns.
    """
    bare = await _bare_loop(config, sessions, rounds)
    one, lost = await _played(config, sessions, rounds, 1)
    several, also_lost = await _played(config, sessions, rounds, cores())
    return {"at_once": bare / one, "at_once_on_all_cores": bare / several, "lost": float(lost + also_lost)}


async def _bare_loop(config: Config, sessions: int, rounds: int) -> float:
    async with open_engine(config) as engine:
        await _calls(engine, 1)
        return await _timed([_calls(engine, rounds) for _ in range(sessions)])


async def _calls(engine: GameEngine, rounds: int) -> None:
    """The same calls, and nothing else."""
    llm, form = engine.models.llm(Role.REFEREE), ruling_form(())
    assert llm is not None
    for n in range(rounds):
        await llm.generate_structured("x" * 8000, f"Is it about the number {n}?", form)


async def _played(config: Config, sessions: int, rounds: int, processes: int) -> tuple[float, int]:
    """The seconds until all are through, and how many turns were lost."""
    context, loop = get_context("spawn"), asyncio.get_running_loop()
    shares = [len(range(number, sessions, processes)) for number in range(min(processes, sessions))]
    with context.Manager() as manager, ProcessPoolExecutor(len(shares), mp_context=context) as pool:
        start: Any = manager.Barrier(len(shares))
        jobs = [loop.run_in_executor(pool, _play, config, share, rounds, start) for share in shares]
        found = await asyncio.gather(*jobs)
    return max(seconds for seconds, _ in found), sum(lost for _, lost in found)


def _play(config: Config, sessions: int, rounds: int, start: Any) -> tuple[float, int]:
    """What one of the processes does."""
    return asyncio.run(_share(config, sessions, rounds, start))


async def _share(config: Config, sessions: int, rounds: int, start: Any) -> tuple[float, int]:
    async with open_engine(config) as engine:
        ids = [(await engine.create_session(_PUZZLE, lang="en")).session_id for _ in range(sessions)]
        await _ask(engine, ids[0], ["Is this the first call?"])
        await asyncio.to_thread(start.wait, _OPENING_S)
        questions = [f"Is it about the number {n}?" for n in range(rounds)]
        seconds = await _timed([_ask(engine, session, questions) for session in ids])
        turns = sum(int(str(engine.get_session_state(session)["turns"])) for session in ids)
    return seconds, sessions * rounds + 1 - turns


async def _ask(engine: GameEngine, session: str, questions: Sequence[str]) -> None:
    for text in questions:
        async for _ in engine.handle_message(session, text):
            pass


async def _timed(jobs: Sequence[Coroutine[None, None, None]]) -> float:
    started = time.perf_counter()
    await asyncio.gather(*jobs)
    return time.perf_counter() - started
