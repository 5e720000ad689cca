"""`echoes bench compare`: two runs over the stories that both have, story by story."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from echoes.bench.players.scores import MEASURES as OF_PLAYERS
from echoes.bench.players.scores import stories_of
from echoes.bench.referees.rulings import rows_of
from echoes.bench.referees.scoring import MEASURES as OF_REFEREES
from echoes.bench.referees.scoring import tallies
from echoes.bench.runs.folder import read_plan, read_rows_of
from echoes.bench.runs.intervals import Measure, Tally, paired, rounded, total
from echoes.core.errors import BadInput

_OF_REFEREES = ("exact", "binary", "coverage", "accuracy_ruled", "false_yes", "false_no", "irrelevant_recall")
_NAMING = {"created", "machine", "format"}

Groups = Mapping[str, Mapping[str, Tally]]
"""What was counted on each story, for each group of a run."""


def compare(first: Path, second: Path, seed: int = 0) -> dict[str, Any]:
    """Compare two runs of the same kind.

    Args:
        first, second: their folders.
        seed: of the resampling.
    Returns:
        `differs` (the settings in which they do), and for each pair of groups the figures of both over the
        stories that both have, with difference, interval and p, as `intervals.paired` computes them.
    Raises:
        BadInput: a folder holds no run, they are of different kinds, or have no story in common.
    """
    plans = read_plan(first), read_plan(second)
    kinds = [str(plan["kind"]) for plan in plans]
    if kinds[0] != kinds[1]:
        raise BadInput(
            f"{first} holds a run of {kinds[0]} and {second} one of {kinds[1]}", "Compare two of a kind."
        )
    one, other = (_groups(kinds[0], read_rows_of(folder)) for folder in (first, second))
    measures = _measures(kinds[0])
    rows = [
        {"first": a, "second": b, **_compared(one[a], other[b], measures, seed)}
        for a, b in _pairs(one, other)
    ]
    if not any(row["stories"] for row in rows):
        raise BadInput(f"{first} and {second} have nothing in common", "Compare runs over the same stories.")
    changed = [key for key in plans[0] if key not in _NAMING and plans[0][key] != plans[1].get(key)]
    return {"kind": kinds[0], "differs": changed, "groups": rows}


def _measures(kind: str) -> Mapping[str, Measure]:
    if kind == "players":
        return OF_PLAYERS
    return {name: OF_REFEREES[name] for name in _OF_REFEREES}


def _groups(kind: str, rows: Sequence[dict[str, Any]]) -> Groups:
    """What was counted on each story: of each player with each referee, or of all questions."""
    if kind != "players":
        return {"all": tallies(rows_of(rows), by_language=True)}
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        if row["valid"] and not row["control"]:
            groups.setdefault(f"{row['player']} · {row['referee']}", []).append(row)
    return {name: stories_of(found) for name, found in sorted(groups.items())}


def _pairs(one: Groups, other: Groups) -> list[tuple[str, str]]:
    """Groups of the same name; where there is only one on each side, these two."""
    if len(one) == len(other) == 1:
        return [(next(iter(one)), next(iter(other)))]
    return [(name, name) for name in one if name in other]


def _compared(
    one: Mapping[str, Tally], other: Mapping[str, Tally], measures: Mapping[str, Measure], seed: int
) -> dict[str, Any]:
    shared = sorted({*one} & {*other})
    figures: dict[str, Any] = {}
    for name, measure in measures.items():
        values = [(measure(one[story]), measure(other[story])) for story in shared]
        apart = [b - a for a, b in values if a is not None and b is not None]
        figures[name] = {
            "first": rounded(measure(total(one[story] for story in shared))),
            "second": rounded(measure(total(other[story] for story in shared))),
            **paired(apart, seed),
        }
    return {
        "stories": len(shared),
        "only_first": sorted({*one} - {*other}),
        "only_second": sorted({*other} - {*one}),
        "figures": figures,
    }
