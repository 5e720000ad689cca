"""The puzzle's events as they are shown."""

import pytest

from echoes.core.views import Gift
from echoes.games.situation_puzzle.events import HintGiven
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
