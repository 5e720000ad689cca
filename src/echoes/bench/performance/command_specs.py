"""The command `echoes bench overhead`: its options."""

from dataclasses import dataclass
from typing import Annotated

from echoes.bench.runs.benchmark import Benchmark, CommandOption


@dataclass(frozen=True, kw_only=True)
class OverheadOptions:
    """Options of `echoes bench overhead`: the amounts that are measured with, and the parts."""

    rounds: Annotated[int, CommandOption("How many times each process is started.", min=1)] = 5
    questions: Annotated[int, CommandOption("The questions in the measured game.", min=20)] = 1000
    players: Annotated[int, CommandOption("The players in memory.", min=1)] = 1000
    events: Annotated[int, CommandOption("The events in memory.", min=0)] = 100_000
    turns: Annotated[int, CommandOption("The turns of the game with a stub model.", min=20)] = 200
    sessions: Annotated[int, CommandOption("The concurrent sessions with the stub model.", min=1)] = 200
    games: Annotated[int, CommandOption("The games of the baseline player.", min=1)] = 64
    asked: Annotated[int, CommandOption("The questions that one run asks a referee.", min=20)] = 10_000
    busy: Annotated[int, CommandOption("The concurrent games that keep a stub model busy.", min=1)] = 64
    visitors: Annotated[int, CommandOption("The concurrent visitors of the web app.", min=1)] = 100
    asks: Annotated[int, CommandOption("The questions of each visitor.", min=1)] = 10
    puzzles: Annotated[int, CommandOption("The short puzzles that are taken in.", min=1)] = 1000
    crowd: Annotated[int, CommandOption("The sessions on four workers that are killed.", min=1)] = 500
    part: Annotated[
        list[str] | None,
        CommandOption(
            "Only this part (start, session, heist, story, memory, models, benchmarks, ingest, web, "
            "storage, workers, tracing); may be repeated."
        ),
    ] = None


OVERHEAD = Benchmark(
    "Measure the cost of the platform, as ratios within one run.",
    OverheadOptions,
    "echoes.bench.performance.command_runner:measure_parts",
)
