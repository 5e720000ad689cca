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
    features_of_certainty,
    is_enough,
    is_said_in_full,
    is_worth_asking,
    learnt_weights,
    likelihoods,
    score_of,
)

WEIGHTS_OF = json.loads(WEIGHTS.read_text("utf-8"))["moves"]
FEATURES = sorted(WEIGHTS_OF)
ROWS = st.dictionaries(st.sampled_from(FEATURES), st.integers(-300, 300).map(lambda n: n / 100))


@given(st.lists(ROWS, min_size=1, max_size=5), ROWS)
def test_likelihoods_share_a_thousand_and_come_in_order(rows: list[dict[str, float]], none: dict[str, float]):
    keys = [f"move {n}" for n in range(len(rows))]
    found = likelihoods(keys, rows, none, WEIGHTS_OF)
    shares = [one.thousandths for one in found]
    assert sorted(one.key for one in found) == keys
    assert shares == sorted(shares, reverse=True) and sum(shares) <= 1000 + len(rows)


@given(ROWS)
def test_a_score_is_the_same_in_whatever_order_features_come(row: dict[str, float]):
    assert score_of(row, WEIGHTS_OF) == score_of(dict(reversed(row.items())), WEIGHTS_OF)


def test_what_is_as_likely_stays_in_the_order_of_the_moves():
    assert [one.key for one in likelihoods(["b", "a"], [{"near": 0.5}, {"near": 0.5}], {}, WEIGHTS_OF)] == [
        "b",
        "a",
    ]


def test_a_word_that_is_near_makes_a_move_likelier_and_one_left_over_less():
    weights = learnt_weights()["moves"]
    assert weights["near"] > 0 and weights["soft_cue"] > 0 and weights["who_other"] < 0


SURE, DOUBTFUL = {"odds": 9.0, "lead": 9.0, "none": 1.0}, {"odds": -2.0, "lead": 0.0, "none": 1.0}


def test_a_move_is_made_where_it_is_certain_and_one_not_on_offer_where_all_its_words_were_said():
    one, move = Likelihood("take", 900, {"cue": 0.5}), WordedMove("take", "Take it")
    assert is_enough(one, move, SURE, 100) and not is_enough(one, move, DOUBTFUL, 100)
    assert is_enough(one, move, DOUBTFUL, 10), "among few"
    assert not is_enough(Likelihood("take", 299, {"cue": 0.5}), move, SURE, 100)
    whole = Likelihood("take", 900, {"cue": 1.0, "rest": 0.0})
    dear, hidden = WordedMove("take", "Take it", final=True), WordedMove("take", "Take it", shown=False)
    assert not is_enough(one, hidden, SURE, 10) and is_enough(whole, hidden, SURE, 10)
    assert not is_enough(whole, dear, SURE, 10), "it is made where it is said, and not where it is likely"
    assert is_worth_asking(one) and not is_worth_asking(Likelihood("take", 9, {}))


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=4), st.integers(1, 200))
def test_what_is_certain_is_told_in_whole_hundredths(shares: list[int], count: int):
    found = [Likelihood(str(n), share, {}) for n, share in enumerate(sorted(shares, reverse=True))]
    told = features_of_certainty(found, {"none": 1.0}, count)
    assert all(value == round(value, 2) for value in told.values())
    assert told["lead"] >= 0 and told["none"] == 1.0


@pytest.mark.parametrize(
    ("message", "changed", "full"),
    [
        ("take it", {}, True),
        ("take it", {"cue": 0.9}, False),
        ("take it", {"said_of_topic": 0.8}, False),
        ("take it", {"people_out": 1.0}, False),
        ("look at it", {}, False),
        ("take it", {"cue": 0.0, "same": 1.0}, True),
        ("take it, please", {"said": 0.6, "said_of_topic": 0.95}, True),
    ],
)
def test_what_was_said_in_full(message: str, changed: dict[str, float], full: bool):
    all_of_it = dict.fromkeys(("cue", "said", "said_of_topic"), 1.0)
    row = {**all_of_it, "same": 0.0, "people_out": 0.0, "people_missing": 0.0, **changed}
    said = Lexicon("en", {}).read(message)
    acted = {"act_same": 1.0} if said.act.act == "take" else {}
    assert is_said_in_full(said, WordedMove("take:it", "Take it", act="take"), {**row, **acted}) == full
