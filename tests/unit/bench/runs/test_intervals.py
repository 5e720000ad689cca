"""Intervals hold what they should, and chance is told from a difference."""

import random

from hypothesis import given
from hypothesis import strategies as st

from echoes.bench.runs.intervals import bootstrap, paired_test, ratio, sum_tallies

SHARE = {"share": lambda tally: ratio(tally.get("hits", 0), tally.get("n", 0))}


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(1, 20)), min_size=2, max_size=12), st.integers(0, 9)
)
def test_an_interval_lies_among_the_stories_and_is_the_same_for_the_same_seed(
    counts: list[tuple[int, int]], seed: int
):
    stories = {f"s{n}": {"hits": min(hits, of), "n": of} for n, (hits, of) in enumerate(counts)}
    low, high = bootstrap(stories, SHARE, seed)["share"]
    shares = [tally["hits"] / tally["n"] for tally in stories.values()]
    assert min(shares) - 1e-6 <= low <= high <= max(shares) + 1e-6
    assert bootstrap(stories, SHARE, seed)["share"] == [low, high]


def test_one_story_has_no_interval_and_nothing_has_no_figure():
    assert bootstrap({"s": {"hits": 1, "n": 2}}, SHARE) == {}
    assert bootstrap({"s": {}, "t": {}}, SHARE) == {}


def test_a_real_difference_is_told_from_chance():
    chance = random.Random(1)
    noise = [chance.uniform(-0.2, 0.2) for _ in range(24)]
    assert (paired_test([0.3 + one for one in noise]).p or 1) < 0.001
    assert (paired_test(noise).p or 0) > 0.05
    assert paired_test([0.5]).p is None


def test_a_permutation_test_is_exact_where_it_can_be_counted():
    """Three equal differences: of the eight sign flips two are as far from 0."""
    found = paired_test([0.1, 0.1, 0.1]).p
    assert found is not None and abs(found - 2 / 8) < 0.02


def test_sums_of_tallies_are_sums():
    assert dict(sum_tallies([{"a": 1, "b": 0.5}, {"a": 2}])) == {"a": 3, "b": 0.5}
