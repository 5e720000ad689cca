"""Throws of dice: by key, from the session's seed."""

from dataclasses import dataclass
from typing import Literal, Protocol

ThrowResult = Literal["bad", "partial", "success", "critical"]


class DiceSource(Protocol):
    """The source of dice, such as the reply journal of a session."""

    def roll(self, seed: str, key: str, count: int, sides: int) -> tuple[int, ...]:
        """Return dice that follow from seed and key."""
        ...


@dataclass(frozen=True)
class Throw:
    """A throw of several dice, of which the best counts.

    Attributes:
        dice: as they fell; two for a rating of 0, of which the worse counts.
        best: the die that counts.
    """

    dice: tuple[int, ...]
    best: int
    result: ThrowResult

    @property
    def die(self) -> int:
        """Return the committed die that buys the same: 6 only for a critical."""
        return {"critical": 6, "success": 5, "partial": 3, "bad": 1}[self.result]


def throw(source: DiceSource, seed: str, key: str, rating: int) -> Throw:
    """Throw as many dice as a rating has dots.

    Args:
        source: of the dice.
        seed: of the session.
        key: what they are for.
        rating: 0 throws two dice and takes the worse.
    """
    dice = source.roll(seed, key, rating or 2, 6)
    best = max(dice) if rating else min(dice)
    if rating and sum(die == 6 for die in dice) > 1:
        return Throw(dice, best, "critical")
    return Throw(dice, best, "success" if best == 6 else "partial" if best >= 4 else "bad")


def exact_shares(rating: int) -> dict[ThrowResult, float]:
    """Return the exact share of each result of a throw, 0 to 1."""
    if rating == 0:
        return {"bad": 27 / 36, "partial": 8 / 36, "success": 1 / 36, "critical": 0.0}
    everything, no_six = 6**rating, 5**rating
    one_six = rating * 5 ** (rating - 1)
    return {
        "bad": 3**rating / everything,
        "partial": (no_six - 3**rating) / everything,
        "success": one_six / everything,
        "critical": (everything - no_six - one_six) / everything,
    }
