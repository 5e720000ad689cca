"""The cost of the benchmarks themselves, and how well they keep a model busy."""

import time
from dataclasses import dataclass, replace
from pathlib import Path

from echoes.app import open_engine
from echoes.bench.performance.models import stub, stubbed
from echoes.bench.performance.resident import resident_mb
from echoes.bench.players.games import PlannedGame, play_game
from echoes.bench.players.processes import GameBatch, cores, play_in_processes
from echoes.bench.players.results import GameResult
from echoes.bench.runs.jobs import Execution, run_bounded
from echoes.bench.runs.variants import AgentSpec, sandboxed
from echoes.bench.situation_puzzle.gold.gold_set import GoldQuestion, GoldSet
from echoes.bench.situation_puzzle.rulings.asking import bundled_gold, score_referee
from echoes.bench.situation_puzzle.rulings.rows import ScoredRuling
from echoes.config import Config, load_config
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import game_context
from echoes.games.player import PlayerLimits
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

BUSY_LATENCY_MS = 2000
_TURNS = 20
_BUSY_TURNS = 10
_PUZZLE = "wrong_umbrella"


@dataclass(frozen=True)
class BenchmarkCosts:
    """The cost of benchmarks.

    Attributes:
        games_a_minute: of the baseline player with the embedded referee.
        added: milliseconds a question, beside the referee's own time.
        growth: of the resident set from a tenth of the questions to their end; None where the system
            does not tell it.
        busy: the share of the games' time in which a call of theirs was under way.
    """

    games_a_minute: float
    added: float
    growth: float | None
    busy: float


async def measure_benchmarks(
    games: int, questions: int, concurrent: int, rag: Path, folder: Path
) -> BenchmarkCosts:
    """Run benchmarks, and measure their costs.

    Args:
        games: of the baseline player with the embedded referee.
        questions: to the embedded referee, in one run.
        concurrent: games with a stub for a slow model.
        rag: where knowledge bases are kept.
        folder: for the files that are written.
    """
    config = sandboxed(load_config(), "embedded")
    config.paths.rag_storage, config.paths.game_storage = rag, folder / "game_storage"
    rate = await _games_a_minute(config, games)
    added, growth = await _questions(config, questions)
    with stub(BUSY_LATENCY_MS) as url:
        busy = await _busy(sandboxed(stubbed(folder, rag, url), "model"), concurrent)
    return BenchmarkCosts(rate, added, growth, busy)


async def _games_a_minute(config: Config, count: int) -> float:
    """Play games of 20 turns, puzzle after puzzle, once each was read."""
    async with open_engine(config) as engine:
        todo = puzzles_in_turn(engine, count)
        for puzzle in {game.puzzle for game in todo}:
            await game_context(engine, puzzle, "en")
        started = time.perf_counter()
        await run_bounded(8, todo, lambda game: _played(engine, game))
        return count / (time.perf_counter() - started) * 60


def puzzles_in_turn(engine: GameEngine, count: int) -> list[PlannedGame]:
    """Return games of the baseline player, puzzle after puzzle; other kinds of game have benches too."""
    ids = [
        one.id for _, one in engine.scenarios.list_all() if isinstance(one, Puzzle) and one.language == "en"
    ]
    return [_game(ids[n % len(ids)], "en", n, "baseline", "embedded") for n in range(count)]


async def _questions(config: Config, count: int) -> tuple[float, float | None]:
    items = [item for item in bundled_gold(config) if item.lang == "en" and item.story == _PUZZLE]
    asked = [_numbered(items[n % len(items)], n, len(items)) for n in range(count)]
    sizes: list[float | None] = []

    def on_progress(done: int, of: int) -> None:
        if done in (max(1, of // 10), of):
            sizes.append(resident_mb())

    started = time.perf_counter()
    execution = Execution[ScoredRuling](on_progress=on_progress)
    rows, _ = await score_referee(config, GoldSet(asked), "embedded", execution)
    spent = (time.perf_counter() - started) * 1000
    before, after = sizes[0], sizes[-1]
    growth = after / before if before and after else None
    return (spent - sum(row.elapsed_ms for row in rows)) / count, growth


def _numbered(item: GoldQuestion, number: int, of: int) -> GoldQuestion:
    """Make another question of it each time round."""
    again = number // of
    return replace(item, text=f"{item.text.rstrip(' ?.')} ({again})?" if again else item.text, line=number)


async def _busy(config: Config, count: int) -> float:
    """Return the share of the games' time in which a call of theirs was under way."""
    rows: list[GameResult] = []
    todo = tuple(_game(_PUZZLE, "en", n, "model", "model") for n in range(count))
    turns = min(_BUSY_TURNS, max(2, count))  # few games are no measurement, and need not take long
    batch = GameBatch(config, todo, PlayerLimits(turns), (), count)
    await play_in_processes(batch, cores(), lambda row, _: rows.append(row))
    calls = sum(row.player_usage.model_calls + row.referee_usage.model_calls for row in rows)
    return calls * BUSY_LATENCY_MS / 1000 / sum(row.seconds for row in rows)


async def _played(engine: GameEngine, game: PlannedGame) -> None:
    await play_game(engine, game, PlayerLimits(_TURNS))


def _game(puzzle: str, lang: str, number: int, player: str, referee: str) -> PlannedGame:
    return PlannedGame(puzzle, lang, AgentSpec(player), AgentSpec(referee), number, number)
