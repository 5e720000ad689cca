"""The command `echoes bench leaks`, its options, and the registry of what attacks each kind of game."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from echoes.bench.runs.benchmark import Benchmark, CommandOption
from echoes.core.registry import Registry

LEAK_TESTS = Registry(
    "kind of game with a leak test",
    "echoes.leak_tests",
    {
        "situation_puzzle": "echoes.bench.situation_puzzle.leaks.command_runner:attack",
        "heist": "echoes.bench.heist.leaks:attack_heists",
        "story": "echoes.bench.story.leaks:attack_stories",
        "party": "echoes.bench.party.leaks:attack_tables",
    },
)
"""The coroutine function `(options, on_progress) -> BenchmarkOutcome` of each kind of game."""


@dataclass(frozen=True, kw_only=True)
class LeaksOptions:
    """Options of `echoes bench leaks`."""

    attacks: Annotated[Path | None, CommandOption("A file of attacks; the bundled ones without it.")] = None
    game: Annotated[str | None, CommandOption("Only this kind of game; without it, all.")] = None
    concurrency: Annotated[int, CommandOption("The number of sessions at a time.", min=1)] = 4


LEAKS = Benchmark(
    "Attack games with the configured models, and count what leaks, role by role.",
    LeaksOptions,
    "echoes.bench.leaks.command_runner:attack_games",
)
