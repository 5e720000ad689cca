"""Playing many games: at once in one process, and in several processes, since one has one core."""

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
from echoes.bench.players.games import Game, play
from echoes.bench.players.rows import Played
from echoes.bench.runs.pool import at_most
from echoes.bench.variants import Who, isolated, with_model
from echoes.config import Config
from echoes.core.errors import BadInput, EchoesError, OperatorError, UserError
from echoes.core.roles import Role
from echoes.games.player import Caps
from echoes.models.provider_registry import Watch

OnRow = Callable[[Played, str], None]
"""Is handed each finished game: its row, and its event log as JSON lines."""
_LOOK_S = 1.0
"""How often it is seen whether the other processes are still there."""


@dataclass(frozen=True)
class Work:
    """Games to be played.

    Attributes:
        config: with the folders in which the puzzles lie.
        caps: hard bounds of each game.
        script: for a scripted player.
        concurrency: games at once.
    """

    config: Config
    games: tuple[Game, ...]
    caps: Caps
    script: tuple[str, ...]
    concurrency: int


async def play_games(work: Work, on_row: OnRow, watch: Watch | None = None) -> None:
    """Play in this process.

    Args:
        work: what is to be played.
        on_row: is handed each game when it is finished.
        watch: looks over the models' shoulders.
    Raises:
        BadInput: a player lacks what it needs.
    """
    for (player, referee), group in _by_engine(work.games):
        own = with_model(isolated(work.config, referee.name), Role.REFEREE, referee.model)
        own = with_model(own, Role.PLAYER, player.model)
        async with open_engine(own, watch=watch) as engine:

            async def one(game: Game) -> None:
                on_row(*await play(engine, game, work.caps, work.script))

            # To read a puzzle takes half a second, in which no game would go on.
            for puzzle, lang in dict.fromkeys((game.puzzle, game.lang) for game in group):
                await engine.table(puzzle, lang)
            await at_most(work.concurrency, group, one)


def _by_engine(games: tuple[Game, ...]) -> Iterator[tuple[tuple[Who, Who], list[Game]]]:
    """Games that share the models can share an engine."""

    def key(game: Game) -> tuple[str, str]:
        return str(game.player.model or ""), str(game.referee)

    for _, group in groupby(sorted(games, key=key), key=key):
        found = list(group)
        yield (found[0].player, found[0].referee), found


async def play_in_processes(work: Work, count: int, on_row: OnRow) -> None:
    """Play in several processes; rows come in as games are finished.

    Args:
        work: what is to be played.
        count: how many processes.
        on_row: is called in this process.
    Raises:
        BadInput: a player lacks what it needs.
        OperatorError: a process broke off.
    """
    context = get_context("spawn")
    news: Any = context.Queue()
    parts = [part for part in _shared_out(work, count) if part.games]
    workers = [context.Process(target=_work, args=(part, news), daemon=True) for part in parts]
    for worker in workers:
        worker.start()
    try:
        at_work = len(workers)
        while at_work:
            try:
                row, told = await asyncio.to_thread(news.get, True, _LOOK_S)
            except queue.Empty:
                if any(worker.exitcode for worker in workers):
                    raise OperatorError(
                        "a process of this run was killed", "Start it again: finished games are kept."
                    ) from None
                continue
            if row is None and told:
                by_user, *said = told
                raise (BadInput if by_user else OperatorError)(*said)
            if row is None:
                at_work -= 1
            else:
                on_row(row, told)
    finally:
        for worker in workers:
            worker.terminate()


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _shared_out(work: Work, count: int) -> list[Work]:
    """A part for each process; the games on one puzzle stay together, since to read a puzzle takes long."""
    puzzles = list(dict.fromkeys((game.puzzle, game.lang) for game in work.games))
    own = {puzzle: number % count for number, puzzle in enumerate(puzzles)}
    if len(puzzles) < count:
        shared = [work.games[number::count] for number in range(count)]
    else:
        shared = [
            tuple(game for game in work.games if own[game.puzzle, game.lang] == number)
            for number in range(count)
        ]
    at_once = -(-work.concurrency // count)
    return [replace(work, games=games, concurrency=at_once) for games in shared]


def _work(work: Work, news: Any) -> None:
    """What one of the processes does; it is gone when the one that began it is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    try:
        asyncio.run(play_games(work, lambda row, events: news.put((row, events))))
        news.put((None, None))
    except EchoesError as error:
        news.put((None, (isinstance(error, UserError), error.problem, error.remedy)))
    except Exception as error:  # noqa: BLE001 - it is told by the process that people see
        what = f"unexpected {type(error).__name__} in a process of this run ({error})"
        news.put((None, (False, what, "Please report it; finished games are kept.")))


def _end_with(sentinel: int) -> None:
    """No game goes on, and no model is paid, for a process that was killed."""
    wait([sentinel])
    os._exit(1)
