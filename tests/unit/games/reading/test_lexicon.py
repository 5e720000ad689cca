"""Texts as what is compared of them: ideas with weights and whole vectors, names apart."""

import numpy as np
import pytest

from echoes.games.reading.lexicon import UNIT, Lexicon, lexicon_for

NAMES = {"en": {"marta": ("Marta", "the ferrywoman")}, "zh": {"marta": ("玛尔塔",)}}


@pytest.mark.parametrize(
    ("language", "text"), [("en", "Ask Marta about the lanterns"), ("zh", "问玛尔塔油灯的事")]
)
def test_names_are_persons_and_no_words(language: str, text: str):
    read = Lexicon(language, NAMES[language]).read(text)
    assert read.people == {"marta"} and read.act.act == "ask"
    assert "@marta" in read.ideas and len(read.ideas) > 1
    assert not any(idea in ("marta", "玛尔塔") for idea in read.ideas)
    assert "@marta" not in Lexicon(language, NAMES[language]).read(text, "marta").ideas


def test_a_rare_word_weighs_more_than_a_common_one():
    read = Lexicon("en", {}).read("the thing and the lantern")
    weights = dict(zip(read.ideas, read.weights.tolist(), strict=True))
    assert weights["lantern"] > 2 * weights["thing"] > 0


@pytest.mark.parametrize(("language", "text"), [("en", "a lantern, xyzzyq"), ("zh", "油灯")])
def test_vectors_are_whole_numbers_of_one_length(language: str, text: str):
    read = Lexicon(language, {}).read(text)
    assert read.vectors.shape == (len(read.ideas), 128)
    assert np.array_equal(read.vectors, np.rint(read.vectors))
    lengths = np.sqrt((read.vectors**2).sum(axis=1))
    assert all(length == 0 or abs(length - UNIT) < 10 for length in lengths)


def test_a_text_without_ideas_is_compared_with_nothing():
    read = Lexicon("en", {}).read("?!")
    assert read.ideas == () and read.vectors.shape == (0, 128)


def test_a_scenario_has_one_lexicon():
    assert lexicon_for("en", NAMES["en"]) is lexicon_for("en", dict(NAMES["en"]))
    assert lexicon_for("en", NAMES["en"]).read("a lamp") is lexicon_for("en", NAMES["en"]).read("a lamp")
