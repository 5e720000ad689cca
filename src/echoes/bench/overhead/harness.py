"""`echoes bench overhead`, the part about benchmarks: what they add, and whether they keep a model busy."""

import time
from dataclasses import replace
from pathlib import Path

from echoes.app import open_engine
from echoes.bench.overhead.models import stub, stubbed
from echoes.bench.overhead.resident import resident_mb
from echoes.bench.players.games import Game, play
from echoes.bench.players.rows import Played
from echoes.bench.players.work import Work, cores, play_in_processes
from echoes.bench.referees.gold import Gold, Item
from echoes.bench.referees.rulings import bundled_gold, score_referee
from echoes.bench.runs.pool import at_most
from echoes.bench.variants import Who, isolated
from echoes.config import Config, load_config
from echoes.engine.engine import GameEngine
from echoes.games.player import Caps

BUSY_LATENCY_MS = 2000
_TURNS = 20
_BUSY_TURNS = 10
_PUZZLE = "wrong_umbrella"


async def measure_harness(
    games: int, questions: int, at_once: int, rag: Path, folder: Path
) -> dict[str, float | None]:
    """Run benchmarks whose outcome is not looked at.

    Args:
        games: of the baseline player with the embedded referee.
        questions: to the embedded referee, in one run.
        at_once: games with a stub for a model that takes its time.
        rag: where knowledge bases are kept.
        folder: for what is written.
    Returns:
        `games_a_minute`; `added`, milliseconds a question beside the referee's own; `growth` of the
        resident set from a tenth of the questions to their end, None where the system tells no size;
        `busy`, the share of the games' time in which a call of theirs was under way.
    """
    config = isolated(load_config(), "embedded")
    config.paths.rag_storage, config.paths.game_storage = rag, folder / "game_storage"
    rate = await _games_a_minute(config, games)
    added, growth = await _questions(config, questions)
    with stub(BUSY_LATENCY_MS) as url:
        busy = await _busy(isolated(stubbed(folder, rag, url), "model"), at_once)
    return {"games_a_minute": rate, "added": added, "growth": growth, "busy": busy}


async def _games_a_minute(config: Config, count: int) -> float:
    """Games of 20 turns on one puzzle after the other, once each was read."""
    async with open_engine(config) as engine:
        ids = [(s.id, s.language) for _, s in engine.puzzles.scenarios() if s.language == "en"][:count]
        for puzzle, lang in ids:
            await engine.table(puzzle, lang)
        todo = [_game(*ids[n % len(ids)], n, "baseline", "embedded") for n in range(count)]
        started = time.perf_counter()
        await at_most(8, todo, lambda game: _played(engine, game))
        return count / (time.perf_counter() - started) * 60


async def _questions(config: Config, count: int) -> tuple[float, float | None]:
    items = [item for item in bundled_gold(config) if item.lang == "en" and item.story == _PUZZLE]
    asked = [_numbered(items[n % len(items)], n, len(items)) for n in range(count)]
    sizes: list[float | None] = []

    def on_item(done: int, of: int) -> None:
        if done in (max(1, of // 10), of):
            sizes.append(resident_mb())

    started = time.perf_counter()
    rows, _ = await score_referee(config, Gold(asked), None, "embedded", on_item=on_item)
    spent = (time.perf_counter() - started) * 1000
    before, after = sizes[0], sizes[-1]
    growth = after / before if before and after else None
    return (spent - sum(row.elapsed_ms for row in rows)) / count, growth


def _numbered(item: Item, number: int, of: int) -> Item:
    """Each time round it is another question."""
    again = number // of
    return replace(item, text=f"{item.text.rstrip(' ?.')} ({again})?" if again else item.text, line=number)


async def _busy(config: Config, count: int) -> float:
    """The share of the games' time in which a call of theirs was under way; all are played at once."""
    rows: list[Played] = []
    todo = tuple(_game(_PUZZLE, "en", n, "model", "model") for n in range(count))
    turns = min(_BUSY_TURNS, max(2, count))  # few games are no measurement, and need not take long
    work = Work(config, todo, Caps(turns), (), count)
    await play_in_processes(work, cores(), lambda row, _: rows.append(row))
    calls = sum(row.player_usage.model_calls + row.referee_usage.model_calls for row in rows)
    return calls * BUSY_LATENCY_MS / 1000 / sum(row.seconds for row in rows)


async def _played(engine: GameEngine, game: Game) -> None:
    await play(engine, game, Caps(_TURNS))


def _game(puzzle: str, lang: str, number: int, player: str, referee: str) -> Game:
    return Game(puzzle, lang, Who(player), Who(referee), number, number)
