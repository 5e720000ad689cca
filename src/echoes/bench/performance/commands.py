"""The command `echoes bench overhead`: its options."""

from dataclasses import dataclass
from typing import Annotated

from echoes.bench.runs.commands import Benchmark, CommandOption


@dataclass(frozen=True, kw_only=True)
class OverheadOptions:
    """Options of `echoes bench overhead`: the amounts that are measured with, and the parts."""

    rounds: Annotated[int, CommandOption("How often each process is started.", min=1)] = 5
    questions: Annotated[int, CommandOption("How long the measured game is.", min=20)] = 1000
    players: Annotated[int, CommandOption("How many players memory holds.", min=1)] = 1000
    events: Annotated[int, CommandOption("How many events memory holds.", min=0)] = 100_000
    turns: Annotated[int, CommandOption("How long the game with a stub model is.", min=20)] = 200
    sessions: Annotated[int, CommandOption("How many play with it at once.", min=1)] = 200
    games: Annotated[int, CommandOption("How many the baseline player plays.", min=1)] = 64
    asked: Annotated[int, CommandOption("How many questions one run asks a referee.", min=20)] = 10_000
    busy: Annotated[int, CommandOption("How many games keep a stub model busy.", min=1)] = 64
    visitors: Annotated[int, CommandOption("How many play in the web app at once.", min=1)] = 100
    asks: Annotated[int, CommandOption("How many questions each of them has.", min=1)] = 10
    part: Annotated[
        list[str] | None,
        CommandOption("Only this: start, session, memory, models, benchmarks or web; may be repeated."),
    ] = None


OVERHEAD = Benchmark(
    "What the platform costs, as ratios in one run.",
    OverheadOptions,
    "echoes.bench.performance.command:measure_parts",
)
