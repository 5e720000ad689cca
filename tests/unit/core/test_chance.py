"""Dice follow from the seed and from what they are for, and from nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.core.chance import hash_of, new_seed, roll

THROWS = 60_000
CRITICAL = 20.515
"""Of chi-square with five degrees of freedom, at one in a thousand."""


@given(st.text(), st.text(), st.integers(0, 20), st.integers(1, 100))
def test_the_same_seed_and_purpose_give_the_same_dice(seed: str, key: str, count: int, sides: int):
    dice = roll(seed, key, count, sides)
    assert dice == roll(seed, key, count, sides)
    assert len(dice) == count
    assert all(1 <= fell <= sides for fell in dice)


def test_more_dice_begin_with_those_of_before():
    assert roll("seed", "lock", 5, 6)[:2] == roll("seed", "lock", 2, 6)


def test_every_side_falls_as_often_as_any():
    dice = roll("a fixed seed", "throws", THROWS, 6)
    expected = THROWS / 6
    assert sum((dice.count(side) - expected) ** 2 / expected for side in range(1, 7)) < CRITICAL


def test_dice_are_the_same_on_every_machine():
    assert roll("echoes", "scene 1/lock/attempt 1", 6, 6) == (5, 1, 4, 2, 2, 6)


def test_a_hash_tells_seeds_apart_and_not_what_they_are():
    one, other = new_seed(), new_seed()
    assert hash_of(one) != hash_of(other)
    assert one not in hash_of(one)


@pytest.mark.parametrize("sides", [0, -1, 65_537])
def test_there_are_no_impossible_dice(sides: int):
    with pytest.raises(ValueError, match="no die has"):
        roll("s", "k", 1, sides)
