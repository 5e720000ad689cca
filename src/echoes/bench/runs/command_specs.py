"""Commands of `echoes bench` that measure nothing: comparing and reporting runs, making bundled vectors."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from echoes.bench.runs.benchmark import Argument, Command, Seed


@dataclass(frozen=True)
class CompareOptions:
    """Options of `echoes bench compare`."""

    first: Annotated[Path, Argument("A run's folder.")]
    second: Annotated[Path, Argument("The other run's folder.")]
    seed: Seed = 0


@dataclass(frozen=True)
class ReportOptions:
    """Options of `echoes bench report`."""

    run: Annotated[Path, Argument("A run's folder.")]


@dataclass(frozen=True)
class VectorsOptions:
    """Options of `echoes bench vectors`."""


TOOLS = {
    "compare": Command(
        "Compare two runs story by story: differences with intervals and p-values.",
        CompareOptions,
        "echoes.bench.runs.command_runner:compare_runs",
    ),
    "report": Command(
        "Compute the report of a run again, from its folder alone.",
        ReportOptions,
        "echoes.bench.runs.command_runner:report_run",
    ),
    "vectors": Command(
        "Compute the vectors of the bundled puzzles' texts, which make the first start quicker.",
        VectorsOptions,
        "echoes.bench.bundled_vectors:update_vectors",
        "puzzles",
    ),
}
"""The commands by name."""
