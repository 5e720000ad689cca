"""Kinds of run: the form of their rows, and what these come to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from pydantic import TypeAdapter

from echoes.bench.runs.benchmark import Benchmark, resolve
from echoes.bench.runs.folder import RowT
from echoes.bench.runs.intervals import Measure, Tally
from echoes.bench.runs.registry import BENCHMARKS
from echoes.bench.runs.report import Report
from echoes.core.errors import UnknownName


def _all(row: object) -> str:
    return "all"


def _by_key(key: str, row: object) -> str:
    return key


@dataclass(frozen=True)
class RunKind(Generic[RowT]):
    """One kind of run.

    Attributes:
        form: of its rows.
        report: from the plan, which has the keys of this kind, and the rows.
        measures: the figures in which two runs are compared, by name.
        tallies: the counts on each story, its languages together.
        group: the name under which a row is compared; empty leaves it out.
        unit: what was asked, from key and row; only what both runs have asked is compared.
    """

    form: TypeAdapter[RowT]
    report: Callable[[Any, Sequence[RowT]], Report]
    measures: Mapping[str, Measure]
    tallies: Callable[[Sequence[RowT]], Mapping[str, Tally]]
    group: Callable[[RowT], str] = _all
    unit: Callable[[str, RowT], str] = _by_key


def run_kind(name: str) -> RunKind[Any]:
    """Return a kind of run by the name that a plan has under `kind`.

    Raises:
        UnknownName: no benchmark keeps such runs.
    """
    known = BENCHMARKS.names()
    # Most kinds have the name of their benchmark, so that the others need not be imported.
    benchmarks: list[Benchmark[Any]] = [BENCHMARKS.load(one) for one in ([name] if name in known else known)]
    targets = {kind: target for one in benchmarks for kind, target in one.kinds.items()}
    if name not in targets:
        raise UnknownName(f"unknown kind of run '{name}'", f"Known: {', '.join(sorted(targets))}.")
    return resolve(targets[name])
