"""A benchmark of Pig: its command and options, light to import."""

from dataclasses import dataclass
from typing import Annotated

from echoes.bench.runs.benchmark import Benchmark, CommandOption, Concurrency, Out, Seed


@dataclass(frozen=True, kw_only=True)
class PigOptions:
    """Options of `echoes bench pig`."""

    games: Annotated[int, CommandOption("How many games are played.", min=1)] = 50
    goal: Annotated[int, CommandOption("Points that win.", min=2)] = 50
    player: Annotated[str, CommandOption("The AI player in both seats.")] = "cautious"
    seed: Seed = 0
    concurrency: Concurrency = 4
    out: Out = None


PIG = Benchmark(
    "Let AI players play Pig, and see what the first seat is worth.",
    PigOptions,
    "echoes_pig.win_rates:measure_win_rates",
    "games",
    {"pig": "echoes_pig.win_rates:PIG_RUN"},
)
