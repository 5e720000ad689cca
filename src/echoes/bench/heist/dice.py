"""Throws of each rating against their exact distribution, by Pearson's chi-squared test.

A single seed gives one p-value for each rating. Over many seeds, the p-values of exact dice are uniform; the
Kolmogorov-Smirnov test tells.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.throws import exact_shares, throw

RATINGS = range(5)
_LEAST_P = 0.001
"""Exact dice fail one run in a thousand, of each of the two tests."""
_TERMS = 101


@dataclass(frozen=True)
class RatingFigures:
    """The throws of one rating with one seed.

    Attributes:
        p: the probability that exact dice are as far from their distribution, or farther.
    """

    rating: int
    chi: float
    p: float


@dataclass(frozen=True)
class DiceFigures:
    """Throws with one or more seeds.

    Attributes:
        ratings: with the first seed.
        smallest: the smallest p of all ratings and seeds, times their number (Bonferroni), at most 1.
        uniform: the probability that p-values of exact dice are as far from uniform; 1 for a single seed.
    """

    ratings: Sequence[RatingFigures]
    seeds: int
    smallest: float
    uniform: float

    @property
    def ok(self) -> bool:
        """Return whether exact dice may well fall like this."""
        return min(self.smallest, self.uniform) >= _LEAST_P

    def text(self) -> str:
        """Return it as a line of text."""
        ratings = ", ".join(f"{one.rating}d {one.chi:.1f} (p {one.p:.3f})" for one in self.ratings)
        said = f"χ² of throws by rating: {ratings}; smallest p of all, corrected: {self.smallest:.3f}"
        return said if self.seeds == 1 else f"{said}; {self.seeds} seeds, p uniform: {self.uniform:.3f}"


def measure_dice(throws: int, seed: int, seeds: int) -> DiceFigures:
    """Throw, with one seed after the other.

    Args:
        throws: with each seed, shared out to the ratings.
        seed: the first.
        seeds: how many.
    """
    each = throws // len(RATINGS)
    found = [_figures(rating, each, number) for number in range(seed, seed + seeds) for rating in RATINGS]
    values = [one.p for one in found]
    smallest = min(1.0, min(values) * len(values))
    return DiceFigures(found[: len(RATINGS)], seeds, smallest, uniformity(values) if seeds > 1 else 1.0)


def _figures(rating: int, throws: int, seed: int) -> RatingFigures:
    fell = Counter(throw(PlainDice(), f"bench/{seed}", f"{rating}/{n}", rating).result for n in range(throws))
    expected = {name: throws * share for name, share in exact_shares(rating).items() if share}
    chi = sum((fell[name] - value) ** 2 / value for name, value in expected.items())
    return RatingFigures(rating, chi, chi_squared_p(chi, len(expected) - 1))


def chi_squared_p(chi: float, degrees: int) -> float:
    """Return the probability of a chi-squared value or a larger one, for two or three degrees of freedom."""
    if degrees == 2:
        return math.exp(-chi / 2)
    assert degrees == 3
    return math.erfc(math.sqrt(chi / 2)) + math.sqrt(2 * chi / math.pi) * math.exp(-chi / 2)


def uniformity(values: Sequence[float]) -> float:
    """Return the probability that uniform values lie as far from a uniform distribution, or farther.

    It is that of the Kolmogorov-Smirnov test, by Stephens' approximation.
    """
    ordered, n = sorted(values), len(values)
    distance = max(max((i + 1) / n - value, value - i / n) for i, value in enumerate(ordered))
    scaled = (math.sqrt(n) + 0.12 + 0.11 / math.sqrt(n)) * distance
    tail = sum((-1) ** (k - 1) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, _TERMS))
    return max(0.0, min(1.0, 2 * tail))
