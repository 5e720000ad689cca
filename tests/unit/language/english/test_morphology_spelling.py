"""Slips of the keyboard are mended for reading, and only where there is one word to be meant."""

import pytest

from echoes.language.english.morphology import SpellingCorrector
from echoes.language.readers import reader_for

WORDS = frozenset(
    {"umbrella", "kidnapped", "neighbour", "message", "police", "drawer", "drawing", "the", "was", "his"}
)
SPELLING = SpellingCorrector(WORDS, lambda word: word in {"massage", "draws"})


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("umbrela", "umbrella"),
        ("kidnaped", "kidnapped"),
        ("polcie", "police"),
        ("umbrella", "umbrella"),
        ("massage", "massage"),  # a word of its own
        ("drawe", "drawer"),
        ("cat", "cat"),
        ("teh", "the"),
        ("wsa", "was"),
        ("hte", "hte"),  # the first letter is seldom missed
        ("xyzzyq", "xyzzyq"),
        ("1234", "1234"),
    ],
)
def test_mending(typed: str, meant: str):
    assert SPELLING.correct(typed) == meant


def test_a_mended_question_says_the_same():
    reader = reader_for("en", (), (), WORDS)
    [slip], [right] = reader.clauses("Was the umbrela stolen?"), reader.clauses("Was the umbrella stolen?")
    assert slip.says_the_same(right)
    assert slip.text == "Was the umbrela stolen?"
    [swapped] = reader.clauses("Was teh umbrella stolen?")
    assert swapped.says_the_same(right)
