"""Nonsense: told from words, however short, misspelt or rare they are."""

import pytest

from echoes.language.nonsense import is_nonsense


@pytest.mark.parametrize(
    "text",
    [
        "asdf asdf",
        "qwerty",
        "sdfghjkl",
        "aaaa",
        "啊啊啊啊",
        "haha",
        "嗯嗯 啊啊",
        "？？？",
        "...",
        "blah blah",
        "wood wood wood wood",
    ],
)
def test_what_says_nothing_is_nonsense(text: str):
    assert is_nonsense(text)


@pytest.mark.parametrize(
    "text",
    [
        "poison?",
        "Was it asdf?",
        "cctv?",
        "MSNBC",
        "KKK?",
        "III",
        "Trew",
        "John John",
        "Bora Bora",
        "Mahjong mahjong",
        "好好好",
        "a kidnaper",
        "the umbrela stoln",
        "死了吗",
        "哈桑死了吗？",
        "Mr Hrdlička",
        "42",
        "",
    ],
)
def test_words_are_none(text: str):
    assert not is_nonsense(text)
