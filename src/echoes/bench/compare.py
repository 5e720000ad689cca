"""`echoes bench compare`: two runs over the stories that both have, story by story."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from echoes.bench.reporting import read_run
from echoes.bench.runs.benchmark import Benchmark
from echoes.bench.runs.intervals import mean, paired, rounded
from echoes.core.errors import BadInput

_NAMING = {"machine", "format"}


def compare(first: Path, second: Path, seed: int = 0) -> dict[str, Any]:
    """Compare two runs of the same kind.

    Only what both have asked is compared: the same questions, the same versions of the same puzzles. The
    languages of a puzzle are one story, since they hang together.

    Args:
        first, second: their folders.
        seed: of the resampling.
    Returns:
        `differs` (the settings in which they do), and for each pair of groups the means over stories of both,
        with difference, interval and p, as `intervals.paired` computes them; `rows` and `shared` say how many
        rows each has and how many of them are compared.
    Raises:
        BadInput: a folder holds no run, they are of different kinds, or have no story in common.
    """
    runs = read_run(first), read_run(second)
    plans = [plan for plan, _, _ in runs]
    kinds = [str(plan["kind"]) for plan in plans]
    if kinds[0] != kinds[1]:
        raise BadInput(
            f"{first} holds a run of {kinds[0]} and {second} one of {kinds[1]}", "Compare two of a kind."
        )
    benchmark = runs[0][1]
    groups = [_by_name(benchmark, rows) for _, _, rows in runs]
    compared = [
        {"first": a, "second": b, **_compared(benchmark, groups[0][a], groups[1][b], seed)}
        for a, b in _pairs(*groups)
    ]
    if not any(group["stories"] for group in compared):
        raise BadInput(f"{first} and {second} have nothing in common", "Compare runs over the same stories.")
    keys = dict.fromkeys([*plans[0], *plans[1]])
    changed = [key for key in keys if key not in _NAMING and plans[0].get(key) != plans[1].get(key)]
    return {"kind": kinds[0], "differs": changed, "groups": compared}


def _by_name(benchmark: Benchmark[Any], rows: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The rows of each group, as players with their referees."""
    groups: dict[str, dict[str, Any]] = {}
    for key, row in rows.items():
        if name := benchmark.group(row):
            groups.setdefault(name, {})[key] = row
    return dict(sorted(groups.items()))


def _pairs(one: Mapping[str, object], other: Mapping[str, object]) -> list[tuple[str, str]]:
    """Groups of the same name; where there is only one on each side, these two."""
    if len(one) == len(other) == 1:
        return [(next(iter(one)), next(iter(other)))]
    return [(name, name) for name in one if name in other]


def _compared(
    benchmark: Benchmark[Any], one: Mapping[str, Any], other: Mapping[str, Any], seed: int
) -> dict[str, Any]:
    asked = [{key: benchmark.unit(key, row) for key, row in rows.items()} for rows in (one, other)]
    units = [{*of.values()} for of in asked]
    both = units[0] & units[1]
    shared = [
        [row for key, row in rows.items() if of[key] in both]
        for rows, of in zip((one, other), asked, strict=True)
    ]
    first, second = (benchmark.tallies(rows) for rows in shared)
    figures: dict[str, Any] = {}
    for name, measure in benchmark.measures.items():
        values = [(measure(first[story]), measure(second[story])) for story in sorted(first)]
        pairs = [(a, b) for a, b in values if a is not None and b is not None]
        figures[name] = {
            "first": rounded(mean([a for a, _ in pairs])),
            "second": rounded(mean([b for _, b in pairs])),
            **paired([b - a for a, b in pairs], seed),
        }
    return {
        "stories": len(first),
        "rows": [len(one), len(other)],
        "shared": [len(rows) for rows in shared],
        "only_first": sorted(units[0] - both),
        "only_second": sorted(units[1] - both),
        "figures": figures,
    }
