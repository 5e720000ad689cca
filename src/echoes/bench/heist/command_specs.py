"""The command `echoes bench heist` and its options, light to import."""

from dataclasses import dataclass
from typing import Annotated

from echoes.bench.runs.benchmark import Argument, Benchmark, CommandOption, Concurrency, Lang, Seed


@dataclass(frozen=True, kw_only=True)
class HeistOptions:
    """Options of `echoes bench heist`."""

    score: Annotated[str | None, Argument("The id of a score; without it, all.")] = None
    games: Annotated[int, CommandOption("How many games each player plays of each score.", min=1)] = 100
    players: Annotated[str, CommandOption("The AI players, with commas between.")] = "cautious,greedy,random"
    throws: Annotated[int, CommandOption("How many throws are compared, with each seed.", min=5)] = 60_000
    dice_seeds: Annotated[int, CommandOption("With how many seeds dice are thrown.", min=1)] = 1
    turns: Annotated[int, CommandOption("How many turns of one long game with a scripted model.", min=60)] = (
        200
    )
    lang: Lang = None
    seed: Seed = 0
    concurrency: Concurrency = 2


HEIST = Benchmark(
    "Let AI players play heists, and compare dice, endings and what is hidden with what they must be.",
    HeistOptions,
    "echoes.bench.heist.win_rates:measure_heists",
    "games",
)
