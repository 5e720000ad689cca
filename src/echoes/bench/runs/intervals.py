"""Intervals and tests over stories. Measurements on one story are correlated, so stories are resampled."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import quantiles
from typing import Any, TypeVar

RESAMPLES = 1000
_PLACES = 6
RowT = TypeVar("RowT")

Tally = Mapping[str, float]
"""Counts and sums of one story, or of a sample of stories."""
Measure = Callable[[Tally], float | None]
"""Computes a figure of a tally; None where there is nothing to measure."""


def rounded(value: float | None) -> float | None:
    """Round a figure as it is reported; None where there is nothing to measure."""
    return None if value is None else round(value, _PLACES)


def ratio(part: float, whole: float) -> float | None:
    """Return a share; None of nothing."""
    return part / whole if whole else None


def mean(values: Sequence[float]) -> float | None:
    """Return the mean; None of no values."""
    return sum(values) / len(values) if values else None


def bootstrap(
    stories: Mapping[str, Tally], measures: Mapping[str, Measure], seed: int = 0
) -> dict[str, list[float]]:
    """Compute 95% intervals by the percentile bootstrap (Efron and Tibshirani 1993, ch. 13) over stories.

    Args:
        stories: the counts on each story.
        measures: what is computed from the sum over a sample of stories, by name.
        seed: of the resampling.
    Returns:
        For each measure `[low, high]`; none where there is one story only, or nothing to measure.
    """
    names = sorted(stories)
    chance = random.Random(seed)
    values: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(RESAMPLES if len(names) > 1 else 0):
        sample = sum_tallies(stories[name] for name in chance.choices(names, k=len(names)))
        for name, measure in measures.items():
            if (value := measure(sample)) is not None:
                values[name].append(value)
    return {name: _percentile_interval(found) for name, found in values.items() if found}


def share(part: str, whole: str) -> Measure:
    """Make the measure that is the share of one count in another."""

    def measure(tally: Tally) -> float | None:
        return ratio(tally.get(part, 0), tally.get(whole, 0))

    return measure


def sum_tallies(tallies: Iterable[Tally]) -> Tally:
    """Add tallies up."""
    found: Counter[str] = Counter()
    for tally in tallies:
        found.update(tally)  # pyright: ignore[reportArgumentType, reportCallIssue] - it adds sums too
    return found  # pyright: ignore[reportReturnType]


def tallies_by(
    rows: Iterable[RowT], of: Callable[[RowT], str], tally: Callable[[RowT], Tally]
) -> dict[str, Tally]:
    """Sum the counts of rows by name.

    Args:
        rows: the rows.
        of: the name under which a row counts, such as its story.
        tally: the counts of a row.
    """
    found: dict[str, list[Tally]] = {}
    for row in rows:
        found.setdefault(of(row), []).append(tally(row))
    return {name: sum_tallies(counted) for name, counted in found.items()}


def _percentile_interval(values: Sequence[float]) -> list[float]:
    if len(values) < 2:
        return [round(value, _PLACES) for value in (*values, *values)]
    cuts = quantiles(values, n=40, method="inclusive")
    return [round(cuts[0], _PLACES), round(cuts[-1], _PLACES)]


@dataclass(frozen=True)
class PairedDifference:
    """A difference between two runs over the stories that both have.

    Attributes:
        n: stories.
        difference: the mean over stories, second less first; None for no story.
        interval: its 95% interval `[low, high]`; None for fewer than two stories.
        p: two-sided, of the paired permutation test; None for fewer than two stories.
    """

    n: int
    difference: float | None
    interval: Sequence[float] | None = None
    p: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return asdict(self)


def paired_test(differences: Sequence[float], seed: int = 0) -> PairedDifference:
    """Test whether two runs differ over the stories that both have.

    `p` is the share of random sign flips whose mean is at least as far from 0 (the paired permutation test
    of Fisher 1935, with one added to both counts, so that it is never 0).

    Args:
        differences: one for each story, the second run's figure less the first's.
        seed: of the resampling.
    """
    count = len(differences)
    found = mean(differences)
    if count < 2 or found is None:
        return PairedDifference(count, rounded(found))
    chance = random.Random(seed)
    means = [sum(chance.choices(differences, k=count)) / count for _ in range(RESAMPLES)]
    flips = RESAMPLES * 10
    extreme = 0
    for _ in range(flips):
        flipped = sum(value if chance.random() < 0.5 else -value for value in differences) / count
        extreme += abs(flipped) >= abs(found) - 1e-12
    p = (extreme + 1) / (flips + 1)
    return PairedDifference(count, rounded(found), _percentile_interval(means), rounded(p))
