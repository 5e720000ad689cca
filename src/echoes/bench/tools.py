"""Commands of `echoes bench` that measure nothing: comparing and reporting runs, making bundled vectors."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from echoes.bench.runs.commands import Argument, Command, Seed


@dataclass(frozen=True)
class CompareOptions:
    """Options of `echoes bench compare`."""

    first: Annotated[Path, Argument("A run's folder.")]
    second: Annotated[Path, Argument("Another's.")]
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
        "Compare two runs, story by story: differences with intervals, and how likely chance makes them.",
        CompareOptions,
        "echoes.bench.runs.command:compare_runs",
    ),
    "report": Command(
        "Compute a run's report anew, from its folder alone.",
        ReportOptions,
        "echoes.bench.runs.command:report_run",
    ),
    "vectors": Command(
        "Make the vectors of the bundled puzzles' texts, which spare a first start the embedding of them.",
        VectorsOptions,
        "echoes.bench.bundled_vectors:update_vectors",
        "puzzles",
    ),
}
"""The commands by name."""
