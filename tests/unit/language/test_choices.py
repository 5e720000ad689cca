"""A choice is told apart from words that only name the same thing, and from a question."""

import pytest

from echoes.language.choices import read_choice

_NOUNS = {"en": ("die", "dice"), "zh": ("骰子", "点")}


@pytest.mark.parametrize(
    ("language", "message", "what", "is_pointed"),
    [
        ("en", "the four", "four", True),
        ("en", "four", "four", False),
        ("en", "I'll use my best die to slip past him", "best", True),
        ("en", "take the 2, please", "2", True),
        ("en", "one of the fours", "fours", True),
        ("zh", "用那颗四点的骰子", "四", True),
        ("zh", "三点就三点吧", "三", True),
        ("zh", "四", "四", False),
    ],
)
def test_what_tells_a_thing_from_the_others_is_read(language: str, message: str, what: str, is_pointed: bool):
    choice = read_choice(language, message, _NOUNS[language])
    assert choice and (choice.what, choice.is_pointed) == (what, is_pointed)


def test_two_words_that_tell_it_apart_are_two_parts():
    for language, message, parts in (
        ("en", "the free four", ["free", "four"]),
        ("zh", "便宜的那个四点", ["便宜", "四"]),
    ):
        choice = read_choice(language, message, _NOUNS[language])
        assert choice and choice.parts == parts


@pytest.mark.parametrize(("language", "message"), [("en", "the four?"), ("zh", "用四点吗？")])
def test_a_question_takes_nothing(language: str, message: str):
    assert read_choice(language, message, _NOUNS[language]) is None
