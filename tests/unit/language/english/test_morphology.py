"""Forms of English words are brought together, and only where they can be nothing else."""

import pytest

from echoes.language.english.morphology import (
    is_noun,
    numbers_as_digits,
    synonym_runs,
    take_auxiliary,
    take_tense,
)


@pytest.mark.parametrize(
    ("words", "digits"),
    [("twenty-five", "25"), ("seven", "7"), ("twenty", "20"), ("seven-five", "seven-five"), ("boat", "boat")],
)
def test_number_words_are_digits(words: str, digits: str):
    assert numbers_as_digits([words]) == [digits]


def test_question_and_claim_lose_the_same_auxiliary():
    asked, kind = take_auxiliary("did he swap it".split())
    assert (asked, kind[1]) == ("he swap it".split(), "past")
    assert take_tense("he swapped it".split()) == ("he swap it".split(), ("plain", "past"))


@pytest.mark.parametrize(("claim", "kept"), [("he did it", "he do it"), ("he had a dog", "he have a dog")])
def test_the_main_verb_is_no_auxiliary(claim: str, kept: str):
    tokens, (kind, _) = take_auxiliary(claim.split())
    assert (tokens, kind) == (kept.split(), "plain")


def test_the_longest_run_of_words_stands_for_one():
    synonyms = {("old", "man"): "@a", ("man",): "person"}
    assert [*synonym_runs(["the", "old", "man", "man"], synonyms)] == [(0, None), (1, "@a"), (3, "person")]


def test_only_what_can_be_nothing_else_is_a_noun():
    assert is_noun("umbrella") and not is_noun("light") and not is_noun("swap")
