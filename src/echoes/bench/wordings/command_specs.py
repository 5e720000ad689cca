"""The command `echoes bench wordings` and its options, light to import."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from echoes.bench.runs.benchmark import Argument, Benchmark, CommandOption, Lang


@dataclass(frozen=True, kw_only=True)
class WordingOptions:
    """Options of `echoes bench wordings`."""

    scenario: Annotated[str | None, Argument("The id of a scenario; without it, all.")] = None
    gold: Annotated[Path | None, CommandOption("A folder of suites; data/wordings without it.")] = None
    lang: Lang = None
    train: Annotated[bool, CommandOption("Learn the weights of the reader from the development sets.")] = (
        False
    )
    explain: Annotated[str | None, CommandOption("Show how a message is read, feature by feature.")] = None
    at: Annotated[str, CommandOption("The situation of that message; the first without it.")] = ""


WORDINGS = Benchmark(
    "Read what players might say in every kind of game, without a model: right, among the options, "
    "wrong, or silent.",
    WordingOptions,
    "echoes.bench.wordings.measure:measure_wordings",
    "messages",
)
