"""The word overlap of a question with all wordings: in whole numbers, rare words first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.games.situation_puzzle.referees.rules.story import index_of

from echoes.games.situation_puzzle.referees.rules.ranking import wording_index_of
from echoes.games.situation_puzzle.referees.rules.wording_index import WordingIndex
from echoes.language.words import word_vectors

WORDINGS = (("bread", "poison"), ("bread", "map"), (), ("bread", "river", "moon"))
INDEX = WordingIndex(WORDINGS, word_vectors("en"), {"loaf": "bread"})
NAMES = {"asked", "said", "asked_near", "said_near", "mean", "missing"}


def test_a_rare_word_weighs_more_and_an_unknown_one_most():
    assert INDEX.idf("bread") < INDEX.idf("poison") <= INDEX.idf("zebra")


def test_a_word_counts_as_the_one_that_stands_for_it():
    assert INDEX.canonical(["loaf", "bread", "map"]) == ["bread", "map"]
    assert INDEX.idf("loaf") == INDEX.idf("bread")
    assert INDEX.overlap(["loaf"]).shares(0) == INDEX.overlap(["bread"]).shares(0)


def test_the_same_words_overlap_fully_both_ways_and_lack_nothing():
    shares = INDEX.overlap(["bread", "poison"]).shares(0)
    assert {shares[name] for name in NAMES - {"missing"}} == {1.0}
    assert shares["missing"] == 0


def test_a_part_of_a_wording_is_all_of_the_question_and_not_the_other_way_round():
    shares = INDEX.overlap(["poison"]).shares(0)
    assert shares["asked"] == 1.0 and 0 < shares["said"] < 1


def test_a_word_near_in_meaning_counts_in_part():
    shares = INDEX.overlap(["toxin", "bread"]).shares(0)
    assert shares["asked"] < shares["asked_near"] < 1.0


def test_what_a_question_has_and_no_wording_has_is_missing():
    assert (
        INDEX.overlap(["zebra", "bread"]).shares(0)["missing"] > INDEX.overlap(["bread"]).shares(0)["missing"]
    )


@given(st.lists(st.sampled_from(["bread", "poison", "map", "moon", "loaf", "qqqqq", "army"]), max_size=5))
def test_every_share_is_between_nothing_and_all_in_any_order(ideas: list[str]):
    overlap, turned = INDEX.overlap(ideas), INDEX.overlap(ideas[::-1])
    for number in range(len(WORDINGS)):
        shares = overlap.shares(number)
        assert shares.keys() == NAMES and shares == turned.shares(number)
        assert all(0 <= share <= 1 for name, share in shares.items() if name != "mean")


@pytest.mark.parametrize("word", ["soldier", "army"])
def test_the_index_of_a_puzzle_knows_its_synonyms(word: str):
    index = wording_index_of(index_of().sentences)
    assert index.canonical([word]) == index.canonical(["army"])
