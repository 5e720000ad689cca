"""The numbers of the rules, cell by cell, and throws against their exact distributions."""

from collections import Counter

import pytest

from echoes.core.errors import InvalidTransition
from echoes.games.heist.pack.random_walk import PlainDice
from echoes.games.heist.rules.phases import check_mood, check_phase
from echoes.games.heist.rules.tables import (
    ACTIONS,
    ARCHETYPES,
    DOMAIN_OF,
    complication_ticks,
    die_price,
    engagement_position,
    precarity,
    progress_ticks,
    tier_of,
)
from echoes.games.heist.rules.throws import exact_shares, throw

TIERS = {
    "controlled": ("partial", "partial", "partial", "success", "success", "critical"),
    "risky": ("bad", "partial", "partial", "success", "success", "critical"),
    "desperate": ("disaster", "partial", "partial", "success", "success", "critical"),
}
PRICES = {
    6: {(0, 0)},
    5: {(0, 0), (1, 0)},
    4: {(1, 0), (1, 1)},
    3: {(2, 1)},
    2: {(2, 2), (3, 2)},
    1: {(3, 2)},
}


@pytest.mark.parametrize("position", TIERS)
def test_a_die_buys_the_tier_of_its_cell(position):
    assert tuple(tier_of(die, position) for die in range(1, 7)) == TIERS[position]


@pytest.mark.parametrize("die", PRICES)
def test_a_die_costs_what_the_table_says(die: int):
    assert {die_price(die, high) for high in (False, True)} == PRICES[die]


def test_effects_fill_one_two_or_three_segments_and_a_critical_one_more():
    assert [progress_ticks("success", effect) for effect in ("limited", "standard", "great")] == [1, 2, 3]
    assert [progress_ticks("critical", effect) for effect in ("limited", "standard", "great")] == [2, 3, 4]
    assert {progress_ticks(tier, "great") for tier in ("bad", "disaster")} == {0}


def test_complications_tick_by_position_and_only_where_something_went_wrong():
    for tier in ("partial", "bad", "disaster"):
        assert [complication_ticks(tier, one) for one in ("controlled", "risky", "desperate")] == [1, 2, 3]
    assert {complication_ticks(tier, "desperate") for tier in ("critical", "success")} == {0}


def test_the_engagement_roll_and_precarity_have_their_bounds():
    assert [engagement_position(best) for best in (6, 5, 4, 3, 1)] == [
        "controlled", "risky", "risky", "desperate", "desperate",
    ]  # fmt: skip
    assert [precarity(*numbers) for numbers in ((4, 0, 0), (4, 1, 0), (4, 2, 2), (9, 2, 2))] == [0, 1, 2, 3]


def test_there_are_twelve_actions_in_three_domains_and_seven_archetypes():
    assert (len(ACTIONS), len(ARCHETYPES), {*DOMAIN_OF.values()}) == (
        12, 7, {"infiltration", "social", "violence"},
    )  # fmt: skip
    assert {sum(ratings.values()) for ratings in ARCHETYPES.values()} == {7}


@pytest.mark.parametrize(
    ("rating", "percent"),
    [
        (0, (75.0, 22.2, 2.8, 0.0)),
        (1, (50.0, 33.3, 16.7, 0.0)),
        (2, (25.0, 44.4, 27.8, 2.8)),
        (3, (12.5, 45.4, 34.7, 7.4)),
        (4, (6.25, 42.0, 38.6, 13.2)),
    ],
)
def test_throws_keep_to_their_exact_distribution(rating: int, percent: tuple[float, ...]):
    """χ² over 12,000 throws a rating, 60,000 in all; the seed is fixed, and with it the outcome."""
    exact = exact_shares(rating)
    assert [round(100 * share, 1) for share in exact.values()] == [round(one, 1) for one in percent]
    count = 12_000
    fell = Counter(throw(PlainDice(), "χ²", f"{rating}/{n}", rating).result for n in range(count))
    chi = sum((fell[name] - count * share) ** 2 / (count * share) for name, share in exact.items() if share)
    assert chi < 16.3  # p = 0.001 with three degrees of freedom
    assert fell["critical"] == 0 or exact["critical"]


def test_what_may_not_follow_fails_loudly():
    for was, now in (("creation", "playing"), ("ended", "playing"), ("between_scenes", "scenario")):
        with pytest.raises(InvalidTransition):
            check_phase(was, now)
    for was, now in (("scene", "aftermath"), ("trauma", "action"), ("bargain", "action")):
        with pytest.raises(InvalidTransition):
            check_mood(was, now)
