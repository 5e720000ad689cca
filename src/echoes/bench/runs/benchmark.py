"""What a kind of benchmark is: the form of its rows, and what they come to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from pydantic import TypeAdapter

from echoes.bench.runs.folder import RowT
from echoes.bench.runs.intervals import Measure, Tally
from echoes.bench.runs.report import Report
from echoes.core.registry import Registry

BENCHMARKS = Registry(
    "kind of run",
    "echoes.benchmarks",
    {
        "players": "echoes.bench.players.report:BENCHMARK",
        "referee": "echoes.bench.referees.report:BENCHMARK",
        "hypotheses": "echoes.bench.referees.judging_report:HYPOTHESES",
        "hints": "echoes.bench.referees.judging_report:HINTS",
        "consistency": "echoes.bench.referees.consistency_report:BENCHMARK",
        "rag": "echoes.bench.referees.retrieval_report:BENCHMARK",
    },
)
"""Each kind by the name that a plan has under `kind`."""


def _all(row: object) -> str:
    return "all"


def _by_key(key: str, row: object) -> str:
    return key


@dataclass(frozen=True)
class Benchmark(Generic[RowT]):
    """One kind of run.

    Attributes:
        form: of its rows.
        report: from the plan and the rows.
        measures: the figures in which two runs are compared, by name.
        tallies: what was counted on each story, its languages together.
        group: under which name a row is compared; empty leaves it out.
        unit: what was asked, from key and row: only what both runs have asked is compared.
    """

    form: TypeAdapter[RowT]
    report: Callable[[Mapping[str, Any], Sequence[RowT]], Report]
    measures: Mapping[str, Measure]
    tallies: Callable[[Sequence[RowT]], Mapping[str, Tally]]
    group: Callable[[RowT], str] = _all
    unit: Callable[[str, RowT], str] = _by_key
