"""Comparing two runs over the stories that both have, story by story."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from echoes.bench.runs.intervals import PairedDifference, mean, paired_test, rounded
from echoes.bench.runs.kinds import RunKind
from echoes.bench.runs.stored import read_run
from echoes.core.errors import BadInput

_IGNORED_KEYS = {"machine", "format"}
"""Keys of a plan that say nothing about what was measured."""


@dataclass(frozen=True)
class ComparedFigure:
    """A figure of two runs: the mean over stories of both, and how they differ."""

    first: float | None
    second: float | None
    change: PairedDifference

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {"first": self.first, "second": self.second, **self.change.to_json()}


@dataclass(frozen=True)
class ComparedGroups:
    """Two groups of rows, one of each run.

    Attributes:
        first, second: their names.
        stories: how many both have.
        rows, shared: how many rows each has, and how many of them are compared.
        only_first, only_second: the units that only one of them has.
        figures: by name.
    """

    first: str
    second: str
    stories: int
    rows: Sequence[int]
    shared: Sequence[int]
    only_first: Sequence[str]
    only_second: Sequence[str]
    figures: Mapping[str, ComparedFigure]

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        own = {key: value for key, value in vars(self).items() if key != "figures"}
        return {**own, "figures": {name: figure.to_json() for name, figure in self.figures.items()}}


@dataclass(frozen=True)
class Comparison:
    """A comparison of two runs of a kind.

    Attributes:
        kind: of both runs.
        differs: the keys of their plans in which they differ.
        groups: each pair of groups.
    """

    kind: str
    differs: Sequence[str]
    groups: Sequence[ComparedGroups]

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        groups = [group.to_json() for group in self.groups]
        return {"kind": self.kind, "differs": self.differs, "groups": groups}


def compare(first: Path, second: Path, seed: int = 0) -> Comparison:
    """Compare two runs of the same kind.

    Only units that both have are compared: the same questions, the same versions of the same puzzles. The
    languages of a puzzle count as one story, since they are correlated.

    Args:
        first, second: their folders.
        seed: of the resampling.
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
    kind = runs[0][1]
    groups = [_by_group(kind, rows) for _, _, rows in runs]
    compared = [_compared(kind, (a, b), groups[0][a], groups[1][b], seed) for a, b in _pairs(*groups)]
    if not any(group.stories for group in compared):
        raise BadInput(f"{first} and {second} have nothing in common", "Compare runs over the same stories.")
    keys = dict.fromkeys([*plans[0], *plans[1]])
    changed = [key for key in keys if key not in _IGNORED_KEYS and plans[0].get(key) != plans[1].get(key)]
    return Comparison(kinds[0], changed, compared)


def _by_group(kind: RunKind[Any], rows: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """Sort rows into the groups that are compared, such as a player with its referee."""
    groups: dict[str, dict[str, object]] = {}
    for key, row in rows.items():
        if name := kind.group(row):
            groups.setdefault(name, {})[key] = row
    return dict(sorted(groups.items()))


def _pairs(one: Mapping[str, object], other: Mapping[str, object]) -> list[tuple[str, str]]:
    """Pair groups of the same name; a single group on each side is a pair whatever the names."""
    if len(one) == len(other) == 1:
        return [(next(iter(one)), next(iter(other)))]
    return [(name, name) for name in one if name in other]


def _compared(
    kind: RunKind[Any],
    names: tuple[str, str],
    one: Mapping[str, object],
    other: Mapping[str, object],
    seed: int,
) -> ComparedGroups:
    unit_of = [{key: kind.unit(key, row) for key, row in rows.items()} for rows in (one, other)]
    units = [{*of.values()} for of in unit_of]
    both = units[0] & units[1]
    shared = [
        [row for key, row in rows.items() if of[key] in both]
        for rows, of in zip((one, other), unit_of, strict=True)
    ]
    first, second = (kind.tallies(rows) for rows in shared)
    figures: dict[str, ComparedFigure] = {}
    for name, measure in kind.measures.items():
        values = [(measure(first[story]), measure(second[story])) for story in sorted(first)]
        pairs = [(a, b) for a, b in values if a is not None and b is not None]
        figures[name] = ComparedFigure(
            rounded(mean([a for a, _ in pairs])),
            rounded(mean([b for _, b in pairs])),
            paired_test([b - a for a, b in pairs], seed),
        )
    return ComparedGroups(
        *names,
        stories=len(first),
        rows=(len(one), len(other)),
        shared=tuple(map(len, shared)),
        only_first=sorted(units[0] - both),
        only_second=sorted(units[1] - both),
        figures=figures,
    )
