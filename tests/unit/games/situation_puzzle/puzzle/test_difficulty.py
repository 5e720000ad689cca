"""A difficulty is read however it is written, and what names none is not guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.games.situation_puzzle.puzzle.difficulty import difficulty_of

LEVELS = {
    1: "1|beginner|Very easy|入门|新手|★|★☆☆☆☆|1/5|一星|10%|0|-3|非常简单|1 star",
    2: "easy|易|初级|2|Level 2|简单|容易|簡單|3/10|★★|**|二星|两颗星|难度：简单|not hard|不难|2.0",
    3: "medium|中|中等|普通|三星|★★★☆☆|3/5|5/10|Lv.3|5分之3|intermediate|进阶|6 out of 10|３|☆☆☆|easy to hard|三",
    4: "hard|难|高级|困难|4 stars|7/10 HARD|advanced|80%|★★★★|四星|🔥🔥🔥🔥|难度4|不简单|Difficulty: hard|困難",
    5: "extreme|insane|极难|烧脑|地狱|hell|expert|五星|5/5|10/10|⭐⭐⭐⭐⭐|VERY_HARD|very hard|nightmare|极其困难|9|極難",
}


@pytest.mark.parametrize(
    ("given", "level"), [(one, level) for level, all_ in LEVELS.items() for one in all_.split("|")]
)
def test_a_difficulty_in_words_stars_or_numbers(given: str, level: int):
    assert difficulty_of(given) == level


@pytest.mark.parametrize("given", ["", "?", "unknown", "hardly", "uneasy", "未知", "-"])
def test_what_names_none_is_not_guessed(given: str):
    assert difficulty_of(given) is None


@given(st.text(max_size=20))
def test_any_text_gives_a_level_or_none(text: str):
    assert difficulty_of(text) in (None, 1, 2, 3, 4, 5)
