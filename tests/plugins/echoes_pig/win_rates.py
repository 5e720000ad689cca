"""Win rates of the seats of Pig over seeded games."""

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from echoes.app import open_engine
from echoes.bench.runs.benchmark import BenchmarkOutcome, OnProgress, json_text, report_line
from echoes.bench.runs.environment import run_environment
from echoes.bench.runs.figures import Measured, measure
from echoes.bench.runs.intervals import Tally, share
from echoes.bench.runs.jobs import Execution, run_jobs
from echoes.bench.runs.keeping import keep_run
from echoes.bench.runs.kinds import RunKind
from echoes.bench.runs.report import Report, ReportSection, figures_table
from echoes.bench.runs.variants import sandboxed
from echoes.config import Config, load_config
from echoes.engine.ai_players.autoplay import Autoplay
from echoes.engine.engine import GameEngine
from echoes.games.player import PlayerLimits
from echoes_pig.benchmark import PigOptions
from echoes_pig.events import PigEnded

TITLES = {"first_seat_wins": "won by the first seat", "turns": "turns a game"}
MEASURES = {"first_seat_wins": share("first seat", "games"), "turns": share("turns", "games")}


@dataclass(frozen=True)
class PigResult:
    """One game."""

    game: str
    winner: str
    turns: int


@dataclass(frozen=True)
class PigFigures:
    """The figures of all games."""

    games: int
    measured: Measured

    def to_json(self) -> dict[str, Any]:
        return {"games": self.games, **self.measured.to_json()}


def tallies(rows: Sequence[PigResult]) -> dict[str, Tally]:
    return {row.game: {"games": 1, "first seat": row.winner == "red", "turns": row.turns} for row in rows}


def pig_figures(rows: Sequence[PigResult], seed: int) -> PigFigures:
    return PigFigures(len(rows), measure(tallies(rows), MEASURES, seed))


def pig_report(plan: Mapping[str, Any], rows: Sequence[PigResult]) -> Report:
    figures = pig_figures(rows, int(plan["seed"]))
    section = ReportSection(
        "Seats", ["", plan["player"]], figures_table({"all": figures}, TITLES), in_paper=True
    )
    return Report("Pig", {"Games": str(figures.games)}, [section], {"plan": plan, **figures.to_json()})


PIG_RUN = RunKind(TypeAdapter(PigResult), pig_report, MEASURES, tallies)


async def measure_win_rates(options: PigOptions, on_progress: OnProgress) -> BenchmarkOutcome:
    config = load_config()
    plan = {"games": options.games, "goal": options.goal, "player": options.player, "seed": options.seed}
    rows = await keep_run(
        options.out,
        lambda: {"kind": "pig", **run_environment(config), **plan},
        PIG_RUN,
        lambda run: play_all(config, options, Execution(run, options.concurrency, on_progress)),
    )
    figures = pig_figures(rows, options.seed)
    text = [f"{title}: {figures.measured.text(name)}" for name, title in TITLES.items()]
    return BenchmarkOutcome([*text, *report_line(options.out)], [json_text(figures.to_json())])


async def play_all(config: Config, options: PigOptions, execution: Execution[PigResult]) -> list[PigResult]:
    with tempfile.TemporaryDirectory() as folder:
        own = sandboxed(config)
        own.paths.all_below(Path(folder))
        names = [f"game_{number}" for number in range(options.games)]
        (own.paths.data / "pig").mkdir(parents=True)
        for name in names:
            goal = {"id": name, "goal": options.goal, "seed": f"{options.seed}/{name}"}
            (own.paths.data / "pig" / f"{name}.json").write_text(json.dumps(goal), "utf-8")
        async with open_engine(own) as engine:

            async def one(name: str) -> PigResult:
                return await play(engine, name, options.player)

            return await run_jobs({name: name for name in names}, one, execution)


async def play(engine: GameEngine, name: str, player: str) -> PigResult:
    session = (await engine.create_session(name)).session_id
    game = Autoplay(engine, session, player, PlayerLimits(200))
    async for _ in game.steps():
        pass
    last = engine.storage.event_log.read(session)[-1].event
    assert isinstance(last, PigEnded)
    return PigResult(name, last.details.winner, game.turns)
