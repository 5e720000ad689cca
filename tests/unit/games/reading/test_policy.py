"""The policy: whole numbers, ties in the order of the moves, thresholds in one place."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.games.reading.lexicon import Lexicon
from echoes.games.reading.move import WordedMove
from echoes.games.reading.policy import (
    WEIGHTS,
    Likelihood,
    is_enough,
    is_likely,
    is_possible,
    learnt_weights,
    likelihoods,
    score_of,
)

FEATURES = sorted(json.loads(WEIGHTS.read_text("utf-8")))
ROWS = st.dictionaries(st.sampled_from(FEATURES), st.integers(-300, 300).map(lambda n: n / 100))


@given(st.lists(ROWS, min_size=1, max_size=5), ROWS)
def test_likelihoods_share_a_thousand_and_come_in_order(rows: list[dict[str, float]], none: dict[str, float]):
    keys = [f"move {n}" for n in range(len(rows))]
    found = likelihoods(keys, rows, none)
    shares = [one.thousandths for one in found]
    assert sorted(one.key for one in found) == keys
    assert shares == sorted(shares, reverse=True) and sum(shares) <= 1000 + len(rows)


@given(ROWS)
def test_a_score_is_the_same_in_whatever_order_features_come(row: dict[str, float]):
    assert score_of(row) == score_of(dict(reversed(row.items())))


def test_what_is_as_likely_stays_in_the_order_of_the_moves():
    assert [one.key for one in likelihoods(["b", "a"], [{"near": 0.5}, {"near": 0.5}], {})] == ["b", "a"]


def test_a_word_that_is_near_makes_a_move_likelier_and_one_left_over_less():
    weights = learnt_weights()
    assert weights["near"] > 0 and weights["cue"] > 0 and weights["who_other"] < 0


def test_more_moves_ask_for_more_and_a_price_for_all_its_words():
    one, move = Likelihood("take", 900, {"cue": 0.5}), WordedMove("take", "Take it")
    assert is_enough(one, move, 10) and not is_enough(one, move, 100)
    assert not is_enough(one, WordedMove("take", "Take it", final=True), 10)
    assert not is_enough(one, WordedMove("take", "Take it", shown=False), 10)
    assert is_enough(
        Likelihood("take", 900, {"cue": 1.0, "rest": 0.0}), WordedMove("take", "Take it", final=True), 10
    )
    assert is_likely(one) and not is_likely(Likelihood("take", 499, {}))


@pytest.mark.parametrize(
    ("message", "features", "thousandths", "may"),
    [
        ("take it", {}, 100, True),
        ("take it", {}, 99, False),
        ("take it", {"denied_deed": 1.0}, 900, False),
        ("should I take it", {}, 900, False),
    ],
)
def test_what_a_rule_found_is_made_unless_it_is_unlikely_denied_or_mused_on(
    message: str, features: dict[str, float], thousandths: int, may: bool
):
    said = Lexicon("en", {}).read(message)
    assert is_possible(Likelihood("take", thousandths, features), said) == may
