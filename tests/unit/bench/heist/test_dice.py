"""Dice are judged by p-values, and many judgements are no reason to condemn exact dice."""

import pytest

from echoes.bench.heist.dice import chi_squared_p, measure_dice, uniformity
from echoes.games.heist.pack.random_walk import PlainDice


@pytest.mark.parametrize(
    ("degrees", "chi", "p"), [(2, 5.991, 0.05), (2, 13.816, 0.001), (3, 7.815, 0.05), (3, 16.266, 0.001)]
)
def test_p_is_what_the_tables_say(degrees: int, chi: float, p: float):
    assert chi_squared_p(chi, degrees) == pytest.approx(p, rel=0.001)


def test_even_values_are_uniform_and_heaped_ones_are_not():
    even = [(n + 0.5) / 100 for n in range(100)]
    assert uniformity(even) > 0.999
    assert uniformity([value / 2 for value in even]) < 1e-6
    assert uniformity([value + 0.129 for value in even]) == pytest.approx(0.05, rel=0.01), "as the tables say"


def test_the_p_values_of_our_dice_are_uniform_over_seeds():
    figures = measure_dice(throws=5_000, seed=0, seeds=20)
    assert figures.ok
    assert figures.uniform > 0.01
    assert len(figures.ratings) == 5


def test_a_die_that_is_turned_to_its_six_once_in_twenty_throws_is_found_out(monkeypatch: pytest.MonkeyPatch):
    class Loaded(PlainDice):
        def roll(self, seed: str, key: str, count: int, sides: int) -> tuple[int, ...]:
            turned = super().roll(seed, f"{key}/turned", count, 20)
            fallen = super().roll(seed, key, count, sides)
            return tuple(6 if one == 20 else die for die, one in zip(fallen, turned, strict=True))

    monkeypatch.setattr("echoes.bench.heist.dice.PlainDice", Loaded)
    assert not measure_dice(throws=60_000, seed=0, seeds=1).ok
