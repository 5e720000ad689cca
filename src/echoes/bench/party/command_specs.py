"""The command `echoes bench party` and its options, light to import."""

from dataclasses import dataclass
from typing import Annotated

from echoes.bench.runs.benchmark import Argument, Benchmark, CommandOption, Concurrency, Lang, Seed


@dataclass(frozen=True, kw_only=True)
class PartyOptions:
    """Options of `echoes bench party`."""

    module: Annotated[str | None, Argument("The id of a module; without it, all.")] = None
    games: Annotated[int, CommandOption("How many games each player plays of each module.", min=1)] = 100
    players: Annotated[str, CommandOption("The AI players, with commas between.")] = "companion,random"
    turns: Annotated[
        int, CommandOption("How many turns of one long table with scripted models; 0 for none.", min=0)
    ] = 500
    tables: Annotated[int, CommandOption("How many tables are watched side by side; 0 for none.", min=0)] = (
        100
    )
    lang: Lang = None
    seed: Seed = 0
    concurrency: Concurrency = 2


PARTY = Benchmark(
    "Let AI players play tables to an end, with marks in what one seat may know, and one long table.",
    PartyOptions,
    "echoes.bench.party.outcomes:measure_tables",
    "games",
)
