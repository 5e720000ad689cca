"""Modifiers, proficiency and advantage, by the reference document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.games.party.rules.abilities import (
    ABILITY_OF,
    HIGHEST_LEVEL,
    HIGHEST_SCORE,
    LOWEST_SCORE,
    d20,
    edge_of,
    modifier,
    proficiency,
)
from echoes.games.party.rules.dice import DiceTerm


@pytest.mark.parametrize(
    ("score", "expected"), [(1, -5), (9, -1), (10, 0), (11, 0), (12, 1), (15, 2), (20, 5), (30, 10)]
)
def test_a_modifier_is_half_of_what_is_over_ten_rounded_down(score: int, expected: int):
    assert modifier(score) == expected


@given(st.integers(LOWEST_SCORE, HIGHEST_SCORE - 2))
def test_two_points_are_worth_one(score: int):
    assert modifier(score + 2) == modifier(score) + 1


@pytest.mark.parametrize(
    ("level", "bonus"), [(1, 2), (4, 2), (5, 3), (9, 4), (13, 5), (17, 6), (HIGHEST_LEVEL, 6)]
)
def test_what_is_learnt_grows_every_four_levels(level: int, bonus: int):
    assert proficiency(level) == bonus


@pytest.mark.parametrize(
    ("for_", "against", "edge"), [(0, 0, 0), (1, 0, 1), (3, 0, 1), (0, 2, -1), (1, 1, 0), (1, 4, 0)]
)
def test_several_of_a_kind_count_once_and_both_cancel(for_: int, against: int, edge: int):
    assert edge_of(for_, against) == edge


@pytest.mark.parametrize(
    ("bonus", "edge", "terms"),
    [
        (0, 0, ((1, DiceTerm(1, 20)),)),
        (3, 0, ((1, DiceTerm(1, 20)), (1, 3))),
        (-2, 0, ((1, DiceTerm(1, 20)), (-1, 2))),
        (3, 1, ((1, DiceTerm(2, 20, "kh", 1)), (1, 3))),
        (0, -1, ((1, DiceTerm(2, 20, "kl", 1)),)),
    ],
)
def test_a_roll_has_its_bonus_and_keeps_one_die_of_two(bonus: int, edge: int, terms: object):
    assert d20(bonus, edge).terms == terms


def test_every_skill_rests_on_an_ability():
    assert len(ABILITY_OF) == 18 and len({*ABILITY_OF.values()}) == 5, "none rests on constitution"
