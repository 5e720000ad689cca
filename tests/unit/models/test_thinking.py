"""Thinking is left out, however the text is cut into pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.models.thinking import ThinkingFilter, strip_thinking

PARTS = st.sampled_from(["<think>", "</think>", "<", "a", " b", "<Thought>", "<thin", "\n", "雪", ">"])


def read(pieces: list[str]) -> str:
    shown: list[str] = []
    reader = ThinkingFilter(shown.append)
    for piece in pieces:
        reader(piece)
    reader.finish()
    return "".join(shown)


@given(st.lists(PARTS, max_size=12), st.integers(1, 5))
def test_pieces_come_to_the_same_however_they_are_cut(parts: list[str], size: int):
    text = "".join(parts)
    cut = [text[start : start + size] for start in range(0, len(text), size)]
    assert read(cut) == read([text])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<think>secret</think>Good evening.", "Good evening."),
        ("One <THOUGHT>secret</thought>two", "One two"),
        ("Cut off <think>secret", "Cut off "),
        ("<think>x</think>İstanbul", "İstanbul"),
        ("1 < 2 <thin air> <", "1 < 2 <thin air> <"),
    ],
)
def test_what_is_shown(text: str, shown: str):
    assert read([*text]) == shown
    assert strip_thinking(text) == shown
