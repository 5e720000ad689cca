"""Rare words weigh more than common ones, alike on every machine."""

from hypothesis import given
from hypothesis import strategies as st

from echoes.games.situation_puzzle.referees.rules.similarity import IdfWeights

WORDS = st.frozensets(st.sampled_from("abcdefgh"))


@given(st.lists(WORDS, min_size=1), WORDS, WORDS)
def test_a_share_lies_between_none_and_all(
    texts: list[frozenset[str]], words: frozenset[str], held: frozenset[str]
):
    share = IdfWeights(texts).share(words, held)
    assert 0 <= share <= 1
    assert share == (1 if words and words <= held else share)
    assert (share == 0) == (not words & held)


def test_a_rare_word_weighs_more_and_an_unknown_one_most():
    weights = IdfWeights([frozenset("ab"), frozenset("a"), frozenset("a")])
    assert weights.weight("a") < weights.weight("b") < weights.weight("z")


@given(st.lists(WORDS, min_size=1))
def test_weights_are_whole_numbers(texts: list[frozenset[str]]):
    assert all(type(IdfWeights(texts).weight(word)) is int for word in "az")
