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
from echoes.bench.runs.intervals import Tally, mean, paired, rounded, total
from echoes.core.errors import BadInput

_OF_REFEREES = ("exact", "binary", "coverage", "accuracy_ruled", "false_yes", "false_no", "irrelevant_recall")
_NAMING = {"machine", "format"}

Row = dict[str, Any]


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
    plans = read_plan(first), read_plan(second)
    kinds = [str(plan["kind"]) for plan in plans]
    if kinds[0] != kinds[1]:
        raise BadInput(
            f"{first} holds a run of {kinds[0]} and {second} one of {kinds[1]}", "Compare two of a kind."
        )
    rows = read_rows_of(first), read_rows_of(second)
    groups = [_by_name(kinds[0], found) for found in rows]
    compared = [
        {"first": a, "second": b, **_compared(kinds[0], groups[0][a], groups[1][b], seed)}
        for a, b in _pairs(*groups)
    ]
    if not any(group["stories"] for group in compared):
        raise BadInput(f"{first} and {second} have nothing in common", "Compare runs over the same stories.")
    keys = dict.fromkeys([*plans[0], *plans[1]])
    changed = [key for key in keys if key not in _NAMING and plans[0].get(key) != plans[1].get(key)]
    return {"kind": kinds[0], "differs": changed, "groups": compared}


def _by_name(kind: str, rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of each player with each referee; all questions."""
    if kind != "players":
        return {"all": [*rows]}
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if row["valid"] and not row["control"]:
            groups.setdefault(f"{row['player']} · {row['referee']}", []).append(row)
    return dict(sorted(groups.items()))


def _pairs(one: Mapping[str, object], other: Mapping[str, object]) -> list[tuple[str, str]]:
    """Groups of the same name; where there is only one on each side, these two."""
    if len(one) == len(other) == 1:
        return [(next(iter(one)), next(iter(other)))]
    return [(name, name) for name in one if name in other]


def _compared(kind: str, one: Sequence[Row], other: Sequence[Row], seed: int) -> dict[str, Any]:
    units = [{_unit(kind, row) for row in rows} for rows in (one, other)]
    both = units[0] & units[1]
    shared = [[row for row in rows if _unit(kind, row) in both] for rows in (one, other)]
    first, second = (_stories(kind, rows) for rows in shared)
    measures = OF_PLAYERS if kind == "players" else {name: OF_REFEREES[name] for name in _OF_REFEREES}
    figures: dict[str, Any] = {}
    for name, measure in measures.items():
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


def _unit(kind: str, row: Row) -> str:
    """What was asked: a version of a puzzle, or a question."""
    return f"{row['story']} {row['hash']}" if kind == "players" else str(row["key"])


def _stories(kind: str, rows: Sequence[Row]) -> Mapping[str, Tally]:
    """What was counted on each puzzle, its languages together."""
    if kind != "players":
        return tallies(rows_of(rows))
    puzzle = {str(row["story"]): str(row["puzzle"]) for row in rows}
    found: dict[str, list[Tally]] = {}
    for story, tally in stories_of(rows).items():
        found.setdefault(puzzle[story], []).append(tally)
    return {name: total(of) for name, of in found.items()}
