"""The first minutes at the terminal."""

from collections.abc import Iterator
from io import StringIO
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console

from echoes.games.situation_puzzle.guide import guide_in
from echoes.interfaces.cli.newcomers import Newcomers

ASKED = "knows no answer to that"
"""A part of what is said to words that fit nothing."""


def introduction(lang: str) -> tuple[str, str]:
    return "Puzzle", ""


async def told(lang: str, *typed: str, offer: bool = True) -> str:
    """What is printed to somebody who types these lines and no more."""
    lines: Iterator[str] = iter(typed)
    written, games = (
        StringIO(),
        cast("Any", {"puzzle": SimpleNamespace(guide=guide_in, introduction=introduction)}),
    )

    async def ask(prompt: str) -> str:
        return next(lines)

    await Newcomers(Console(width=100, file=written), games, lang, ask).welcome(offer)
    assert next(lines, None) is None, "all of it was read"
    return written.getvalue()


@pytest.mark.parametrize(
    ("lang", "rule", "end"), [("en", "1. A strange", "words of your own"), ("zh", "1. 一个", "你自己的话")]
)
async def test_the_tutorial_takes_three_turns(lang: str, rule: str, end: str):
    seen = await told(lang, "", "1", "1", "1")
    assert rule in seen and end in seen
    assert [icon for icon in "✘◐★" if icon not in seen] == []


async def test_a_number_that_is_not_there_is_asked_about():
    seen = await told("en", "y", "7", "2", "s")
    assert seen.count(ASKED) == 1
    assert "Turn 2 of 3" in seen and "Turn 3" not in seen


@pytest.mark.parametrize(
    ("lang", "words", "numbers"),
    [
        ("en", ("is the girl angry", "Eaten?", "gingerbread"), ("1", "3", "1")),
        ("en", ("Is she mad?", "did anyone live there", "They eat a cake."), ("1", "2", "1")),
        ("en", ("did she do it on purpose", "is it a toy?", "She hates it!"), ("2", "1", "2")),
        ("zh", ("生气吗", "里面住着人", "姜饼屋。"), ("1", "2", "1")),
        ("zh", ("她是故意的吗", "这是玩具房子吧", "房子是饼干做的，她们吃掉了它"), ("2", "1", "1")),
    ],
)
async def test_own_words_are_taken_for_what_they_are_nearest_to(
    lang: str, words: tuple[str, ...], numbers: tuple[str, ...]
):
    assert await told(lang, "", *words) == await told(lang, "", *numbers)


@pytest.mark.parametrize(
    "words", ["the", "?", "is she happy", "y", "an accident in winter", "ginger", "eate"]
)
async def test_words_that_fit_several_lines_or_none_are_asked_about(words: str):
    assert ASKED in await told("en", "", words, "s")


@pytest.mark.parametrize("answer", ["y", "n", "no", "h", "k"])
async def test_parts_of_words_choose_no_line_of_any_turn(answer: str):
    seen = await told("en", "", answer, "1", answer, "1", answer, "1")
    assert seen.count(ASKED) == 3


async def test_one_chinese_character_chooses_no_line():
    assert "1 到 3 之间的编号" in await told("zh", "", "气", "s")


async def test_what_is_neither_yes_nor_no_does_not_skip_the_tutorial():
    assert "Turn 1" in await told("en", "hm", "y", "s")


@pytest.mark.parametrize("typed", [("/quit",), ("", "q"), ("", "1", "/quit")])
async def test_it_can_be_left_at_any_line_and_the_program_with_it(typed: tuple[str, ...]):
    with pytest.raises(EOFError):
        await told("en", *typed)


async def test_it_can_be_declined():
    seen = await told("en", "n")
    assert "How to play: Puzzle" in seen and "Turn 1" not in seen


async def test_whoever_named_a_puzzle_is_not_kept_from_it():
    assert "echoes tutorial" in await told("en", offer=False)


async def test_where_no_game_has_a_guide_nothing_is_said():
    written, games = StringIO(), cast("Any", {"dice": SimpleNamespace(guide=lambda lang: None)})

    async def ask(prompt: str) -> str:
        raise AssertionError(prompt)

    await Newcomers(Console(file=written), games, "en", ask).welcome(offer=True)
    assert written.getvalue() == ""
