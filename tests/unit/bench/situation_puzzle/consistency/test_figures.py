"""Contradictions of a referee with itself, counted pair by pair."""

from dataclasses import replace

from echoes.bench.situation_puzzle.consistency.asking import GroupRulings
from echoes.bench.situation_puzzle.consistency.figures import consistency_figures

STEADY = GroupRulings(
    "bell", "en", "YES", same=2, forward=("YES", "YES", "NO"), backward=("YES", "YES", "NO"), again="YES"
)


def test_a_steady_referee_contradicts_itself_nowhere():
    figures = consistency_figures([STEADY]).to_json()
    assert (figures["groups"], figures["stories"]) == (1, 1)
    assert figures["pairs"] == 2 * (1 + 2) + 3 + 1
    assert figures["contradiction"] == figures["wrong"] == 0
    assert figures["coverage"] == figures["direct"] == 1


def test_each_kind_of_contradiction_is_counted_as_its_own():
    swayed = replace(STEADY, forward=("YES", "NO", "NO"), again="NO")
    figures = consistency_figures([swayed]).to_json()
    assert figures["paraphrase"] == 0.5  # of the two in order, one pair is at odds
    assert figures["negation"] == 0.25  # the second wording and the contrary one were both denied
    assert figures["order"] == 0.333333
    assert figures["again"] == 1
    assert figures["wrong"] == 0.166667


def test_pairs_that_were_not_both_ruled_count_nowhere():
    silent = replace(STEADY, forward=(None, None, None), backward=(None, None, None), again=None)
    figures = consistency_figures([silent]).to_json()
    assert (figures["pairs"], figures["contradiction"], figures["coverage"]) == (0, None, 0)


def test_a_ruling_on_another_question_that_was_shown_is_not_a_direct_one():
    shown = replace(STEADY, forward=("NO", "YES", "NO"), forward_as=(True, False, False))
    figures = consistency_figures([shown]).to_json()
    assert figures["contradiction"] > 0 == figures["contradiction_direct"]
    assert figures["direct_wrong"] == 0 < figures["wrong"]
