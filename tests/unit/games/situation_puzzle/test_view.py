"""The puzzle's events as they are shown."""

import pytest

from echoes.core.views.blocks import Gift
from echoes.games.situation_puzzle.events import HintGiven, PuzzleStarted
from echoes.games.situation_puzzle.view import blocks


@pytest.mark.parametrize(
    ("language", "remaining", "title", "aside"),
    [
        ("en", 3, "Hint", " (3 left)"),
        ("en", 0, "Hint", " (the last one)"),
        ("zh", 3, "提示", "（还剩 3 个）"),
        ("zh", 0, "提示", "（最后一个）"),
    ],
)
def test_a_hint_says_how_many_are_left_and_no_rung_that_contradicts_it(
    language: str, remaining: int, title: str, aside: str
) -> None:
    given = HintGiven(turn=2, level=3, text="Listen.", remaining=remaining)  # two rungs were skipped
    assert blocks(given, language) == [Gift(2, title, "Listen.", aside)]


@pytest.mark.parametrize("resumed", [False, True])
@pytest.mark.parametrize(
    ("lang", "model", "said"),
    [
        ("en", None, "Referee: embedded, without a language model"),
        ("en", "qwen3:8b", "Referee: qwen3:8b"),
        ("zh", None, "裁判：内置裁判，不用语言模型"),
        ("zh", "qwen3:8b", "裁判：qwen3:8b"),
    ],
)
def test_the_opening_says_who_rules(lang: str, model: str | None, said: str, resumed: bool) -> None:
    started = PuzzleStarted(
        puzzle_id="p", title="T", lang=lang, puzzle_hash="h", statement="S", resumed=resumed,
        referee="model" if model else "embedded", model=model,
    )  # fmt: skip
    assert said in [block.plain() for block in blocks(started, lang) or ()]
