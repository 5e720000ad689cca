"""Scores of a referee against gold rulings."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

LABELS = ("YES", "NO", "YES AND NO", "IRRELEVANT")
RESAMPLES = 1000


@dataclass(frozen=True)
class Scored:
    """One answer beside its gold ruling; `given` is None for an abstention.

    Attributes:
        offered: the rulings of the options that were offered instead.
        settled: whether one of these options settles the question; None where the gold set
            does not say which would.
    """

    story: str
    gold: str
    given: str | None
    offered: tuple[str, ...] = ()
    settled: bool | None = None
    lang: str | None = None
    unparsable: bool = False
    elapsed_ms: float = 0.0


Measure = Callable[[Sequence[Scored]], float | None]


def report(rows: Sequence[Scored], seed: int = 0) -> dict[str, Any]:
    """All figures, with 95 % intervals by bootstrap over stories; None where none was ruled.

    `exact` and `binary` (YES against the rest) count an abstention and an unparsable reply
    as wrong. `false_yes` is the share of the ruled that were ruled YES though the gold is
    another; `false_no` the share ruled NO though the gold is YES or YES AND NO. `wrong`
    is the share of the ruled whose ruling is not the gold one. `reach` is the share that was
    ruled right, or was offered an option that settles it, among the questions of which the
    gold set says what settles them.

    Args:
        rows: one per question.
        seed: of the resampling.
    """
    measures: dict[str, Measure] = {
        "binary": lambda r: _share(
            r, lambda s: s.given is not None and (s.given == "YES") == (s.gold == "YES")
        ),
        "exact": lambda r: _share(r, lambda s: s.given == s.gold),
        "macro_f1": _macro_f1,
        "coverage": lambda r: _share(r, lambda s: s.given is not None),
        "accuracy_ruled": lambda r: _share(_ruled(r), lambda s: s.given == s.gold),
        "wrong": lambda r: _share(_ruled(r), lambda s: s.given != s.gold),
        "false_yes": lambda r: _share(_ruled(r), lambda s: s.given == "YES" != s.gold),
        "false_no": lambda r: _share(
            _ruled(r), lambda s: s.given == "NO" and s.gold in ("YES", "YES AND NO")
        ),
        "reach": lambda r: _share(
            [s for s in r if s.settled is not None], lambda s: s.given == s.gold or bool(s.settled)
        ),
        "asked_back": lambda r: _share(r, lambda s: bool(s.offered)),
        "silent": lambda r: _share(r, lambda s: s.given is None and not s.offered),
    }
    times = sorted(row.elapsed_ms for row in rows)
    return {
        "n": len(rows),
        "stories": len({row.story for row in rows}),
        "ruled": len(_ruled(rows)),
        "unparsable": sum(row.unparsable for row in rows),
        **{name: _rounded(measure(rows)) for name, measure in measures.items()},
        "median_ms": times[len(times) // 2] if times else 0.0,
        "confusion": _confusion(rows),
        "intervals": _intervals(rows, measures, seed),
    }


def _intervals(rows: Sequence[Scored], measures: dict[str, Measure], seed: int) -> dict[str, list[float]]:
    by_story: dict[str, list[Scored]] = defaultdict(list)
    for row in rows:
        by_story[row.story].append(row)
    stories = sorted(by_story)
    chance = random.Random(seed)
    values: dict[str, list[float]] = defaultdict(list)
    for _ in range(RESAMPLES if len(stories) > 1 else 0):
        sample = [row for story in chance.choices(stories, k=len(stories)) for row in by_story[story]]
        for name, measure in measures.items():
            if (value := measure(sample)) is not None:
                values[name].append(value)
    return {
        name: [round(found[int(0.025 * len(found))], 6), round(found[int(0.975 * len(found))], 6)]
        for name, unsorted in values.items()
        for found in [sorted(unsorted)]
    }


def _ruled(rows: Sequence[Scored]) -> list[Scored]:
    return [row for row in rows if row.given is not None]


def _share(rows: Sequence[Scored], holds: Callable[[Scored], bool]) -> float | None:
    """None where there is nothing to take a share of."""
    return sum(map(holds, rows)) / len(rows) if rows else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _macro_f1(rows: Sequence[Scored]) -> float:
    scores: list[float] = []
    for label in sorted({row.gold for row in rows}):
        hits = sum(row.gold == label == row.given for row in rows)
        wanted = sum(row.gold == label for row in rows)
        given = sum(row.given == label for row in rows)
        scores.append(2 * hits / (wanted + given))
    return sum(scores) / len(scores) if scores else 0.0


def _confusion(rows: Sequence[Scored]) -> dict[str, dict[str, int]]:
    counts = Counter((row.gold, row.given or "none") for row in rows)
    given = (*LABELS, "none")
    return {gold: {label: counts[gold, label] for label in given} for gold in LABELS}
