"""The cost of memory once much is remembered."""

import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from langgraph.store.base import PutOp

from echoes.app import open_engine
from echoes.config import Config, load_config
from echoes.core.log.entries import Entry
from echoes.core.protocols import JsonObject
from echoes.core.seats.roles import Role
from echoes.engine.engine import GameEngine
from echoes.games.situation_puzzle.events import QuestionRuled
from echoes.games.situation_puzzle.traces import RulingTrace
from echoes.memory.profiles import player_statistics
from echoes.memory.records import GameRecord

_PUZZLE = "wrong_umbrella"
_BATCH = 1000
_WARM_UP = 3
"""Operations before those that are measured."""
_GAMES = 5
"""Finished games of each player in the store."""


@dataclass(frozen=True)
class MemoryFigures:
    """The cost of memory, in milliseconds, each a median.

    Attributes:
        recall_and_record: a profile read, an event kept in the store and one in the log.
        update: a game counted for player and puzzle.
        search: by meaning, among the memories of one player.
        open: a long session opened, less the time of an empty one.
    """

    recall_and_record: float
    update: float
    search: float
    open: float


async def measure_memory(players: int, events: int, samples: int, turns: int, rag: Path) -> MemoryFigures:
    """Fill a store, then measure.

    Args:
        players: how many the store knows.
        events: how many session events it holds.
        samples: how often each operation is done.
        turns: the length of the long session that is opened.
        rag: where knowledge bases are kept.
    """
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        config = load_config()
        config.paths.rag_storage = rag
        config.paths.game_storage = Path(folder) / "game_storage"
        async with open_engine(config) as engine:
            await _fill(engine, players, events)
            figures = await _operations(engine, players, samples)
        opening = await _opening(config, turns, max(3, samples // 20))
    return MemoryFigures(**figures, open=opening)


async def _fill(engine: GameEngine, players: int, events: int) -> None:
    store = await engine.storage.store()
    puts: list[PutOp] = []
    for number in range(players):
        games = [_game(f"player{number}", game) for game in range(_GAMES)]
        where = ("player", f"player{number}")
        puts += [PutOp((*where, "games"), str(game["lineage"]), {**game}) for game in games]
        counted = player_statistics(map(GameRecord.from_json, games))
        puts.append(PutOp(where, "profile", counted.to_json()))
    for number in range(events):
        note = {"role": "player", "message": f"a thought, number {number}", "turn": number % 50}
        puts.append(PutOp(("session", f"s-{number // 50}"), f"note-{number:020d}", note, index=False))
    for start in range(0, len(puts), _BATCH):
        await store.abatch(puts[start : start + _BATCH])


def _game(player: str, number: int) -> JsonObject:
    return {
        "summary_type": "game", "form": 1, "session_id": f"{player}-{number}",
        "lineage": f"{player}-{number}",
        "player_id": player, "puzzle_id": f"puzzle{number}", "puzzle_hash": "h", "title": f"Puzzle {number}",
        "game_type": "situation_puzzle", "lang": "en", "difficulty": number % 5 + 1,
        "tags": ["crime"], "solved": number % 2 == 0, "score": 80, "questions": 12, "hints": 1,
        "ended": f"2026-01-0{number + 1}", "rulings": {"NO": 5, "YES": 7}, "question_length": 30.0,
        "repeated": 0, "not_ruled": 1, "asked_back": 2, "wrong_answers": 1,
        "hints_given": [{"level": 1, "helped": True}], "content": f"Solved Puzzle {number}",
    }  # fmt: skip


async def _operations(engine: GameEngine, players: int, samples: int) -> dict[str, float]:
    memory, log = await engine.players.memory(), engine.storage.event_log
    sessions = [
        (await engine.create_session(_PUZZLE, lang="en")).session_id for _ in range(samples + _WARM_UP)
    ]

    async def recall_and_record(number: int) -> None:
        await memory.retrieve_player_profile(f"player{number * 7 % players}")
        await memory.append_session_event(sessions[number], Role.PLAYER, "a thought", 1)
        log.append("bench", [_entry(number)])

    async def update(number: int) -> None:
        game = _game(f"player{number * 7 % players}", 5 + number)
        await memory.ledger.remember(GameRecord.from_json(game))

    async def search(number: int) -> None:
        await memory.recall(f"player{number * 7 % players}", "puzzles about crime")

    return {
        "recall_and_record": await _median(recall_and_record, samples),
        "update": await _median(update, samples),
        "search": await _median(search, samples),
    }


def _entry(number: int) -> Entry:
    envelope = {"event_id": f"bench-{number}", "session_id": "bench", "turn": number, "timestamp": "t"}
    ruled = QuestionRuled(text="Was it stolen?", ruling="NO", source="x").model_copy(update=envelope)
    return Entry(ruled, RulingTrace(facts=[], rationale="bench"))


async def _median(operation: Callable[[int], Awaitable[None]], samples: int) -> float:
    times: list[float] = []
    for number in range(samples + _WARM_UP):
        started = time.perf_counter()
        await operation(number)
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times[_WARM_UP:])


async def _opening(config: Config, turns: int, samples: int) -> float:
    """Open a long session and an empty one in turn, each by an engine of its own."""
    async with open_engine(config) as engine:
        empty = (await engine.create_session(_PUZZLE, lang="en")).session_id
        long = await _long_session(engine, turns)
    times: dict[str, list[float]] = {empty: [], long: []}
    for number in range(samples + 1):
        for session_id, taken in times.items():
            async with open_engine(config) as engine:
                started = time.perf_counter()
                await engine.reconcile(session_id)
                if number:
                    taken.append((time.perf_counter() - started) * 1000)
    return statistics.median(times[long]) - statistics.median(times[empty])


async def _long_session(engine: GameEngine, turns: int) -> str:
    session = await engine.create_session(_PUZZLE, lang="en")
    for number in range(turns):
        text = "Was the umbrella stolen?" if number % 2 else "Was there some writing on the umbrella?"
        async for _ in engine.handle_message(session.session_id, text):
            pass
    return session.session_id
