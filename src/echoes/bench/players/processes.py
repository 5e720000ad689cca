"""Playing many games concurrently, in one process or in several, since one process uses one core."""

import asyncio
import os
import queue
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import Any

from echoes.app import open_engine
from echoes.bench.players.games import PlannedGame, play_game
from echoes.bench.players.results import GameResult
from echoes.bench.runs.jobs import run_bounded
from echoes.bench.runs.variants import AgentSpec, sandboxed, with_model
from echoes.config import Config
from echoes.core.errors import BadInput, EchoesError, OperatorError, UserError
from echoes.core.seats.roles import Role
from echoes.engine.sessions.queries import game_context
from echoes.games.player import PlayerLimits
from echoes.models.provider_registry import Interceptor

OnRow = Callable[[GameResult, str], None]
"""Is called with each finished game: its result, and its event log as JSON lines."""
_POLL_S = 1.0
"""Seconds between two checks that the other processes are alive."""


@dataclass(frozen=True)
class GameBatch:
    """Games to be played.

    Attributes:
        config: its folders hold the puzzles.
        games: in any order.
        caps: hard bounds of each game.
        script: for a scripted player.
        concurrency: games at a time.
    """

    config: Config
    games: tuple[PlannedGame, ...]
    caps: PlayerLimits
    script: tuple[str, ...]
    concurrency: int


async def play_games(batch: GameBatch, on_row: OnRow, watch: Interceptor | None = None) -> None:
    """Play in this process.

    Args:
        batch: the games.
        on_row: is called with each finished game.
        watch: wraps the models.
    Raises:
        BadInput: a player lacks what it needs.
    """
    for (player, referee), group in _by_engine(batch.games):
        own = with_model(sandboxed(batch.config, referee.name), Role.REFEREE, referee.model)
        own = with_model(own, Role.PLAYER, player.model)
        async with open_engine(own, watch=watch) as engine:

            async def one(game: PlannedGame) -> None:
                on_row(*await play_game(engine, game, batch.caps, batch.script))

            # Reading a puzzle takes half a second and blocks all games, so it is done before they start.
            for puzzle, lang in dict.fromkeys((game.puzzle, game.lang) for game in group):
                await game_context(engine, puzzle, lang)
            await run_bounded(batch.concurrency, group, one)


def _by_engine(
    games: tuple[PlannedGame, ...],
) -> Iterator[tuple[tuple[AgentSpec, AgentSpec], list[PlannedGame]]]:
    """Group the games that share their models, and so can share an engine."""

    def key(game: PlannedGame) -> tuple[str, str]:
        return str(game.player.model or ""), str(game.referee)

    for _, group in groupby(sorted(games, key=key), key=key):
        found = list(group)
        yield (found[0].player, found[0].referee), found


async def play_in_processes(batch: GameBatch, count: int, on_row: OnRow) -> None:
    """Play in several processes; rows come in as games are finished.

    Args:
        batch: the games.
        count: of processes.
        on_row: is called in this process.
    Raises:
        BadInput: a player lacks what it needs.
        OperatorError: a process was killed, or failed.
    """
    context = get_context("spawn")
    results: Any = context.Queue()
    parts = [part for part in _divided(batch, count) if part.games]
    workers = [context.Process(target=_play_part, args=(part, results), daemon=True) for part in parts]
    for worker in workers:
        worker.start()
    try:
        at_work = len(workers)
        while at_work:
            try:
                row, events = await asyncio.to_thread(results.get, True, _POLL_S)
            except queue.Empty:
                if any(worker.exitcode for worker in workers):
                    raise OperatorError(
                        "a process of this run was killed", "Start it again: finished games are kept."
                    ) from None
                continue
            if row is None and events:
                by_user, *said = events
                raise (BadInput if by_user else OperatorError)(*said)
            if row is None:
                at_work -= 1
            else:
                on_row(row, events)
    finally:
        for worker in workers:
            worker.terminate()


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _divided(batch: GameBatch, count: int) -> list[GameBatch]:
    """Divide a batch by processes; games on one puzzle stay together, since reading a puzzle takes long."""
    puzzles = list(dict.fromkeys((game.puzzle, game.lang) for game in batch.games))
    own = {puzzle: number % count for number, puzzle in enumerate(puzzles)}
    if len(puzzles) < count:
        shared = [batch.games[number::count] for number in range(count)]
    else:
        shared = [
            tuple(game for game in batch.games if own[game.puzzle, game.lang] == number)
            for number in range(count)
        ]
    at_once = -(-batch.concurrency // count)
    return [replace(batch, games=games, concurrency=at_once) for games in shared]


def _play_part(batch: GameBatch, results: Any) -> None:
    """Play in a process of a run; it ends with the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    try:
        asyncio.run(play_games(batch, lambda row, events: results.put((row, events))))
        results.put((None, None))
    except EchoesError as error:
        results.put((None, (isinstance(error, UserError), error.problem, error.remedy)))
    except Exception as error:  # noqa: BLE001 - the parent process reports it
        what = f"unexpected {type(error).__name__} in a process of this run ({error})"
        results.put((None, (False, what, "Please report it; finished games are kept.")))


def _end_with(sentinel: int) -> None:
    """Exit when the process that started this one is gone, so that no model is paid for nothing."""
    wait([sentinel])
    os._exit(1)
