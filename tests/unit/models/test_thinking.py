"""Thinking is left out, by whatever marks, however the text is cut into pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.models.thinking import MARKS, ThinkingFilter, split_thinking

PARTS = st.sampled_from(
    [
        *(
            "<think>",
            "</think>",
            "<",
            "a",
            " b",
            "<Thought>",
            "<thin",
            "\n",
            "雪",
            ">",
            "[THINK]",
            "[/THINK]",
            "[/",
        ),
        *("<|channel|>analysis<|message|>", "<|channel|>final<|message|>", "<|end|>", "<answer>"),
    ]
)


def read(pieces: list[str], marks: tuple[str, ...] = MARKS) -> str:
    shown: list[str] = []
    reader = ThinkingFilter(shown.append, marks=marks)
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
        ("[THINK]secret[/THINK]A lamp.", "A lamp."),
        ("[thinking] She nods.", "[thinking] She nods."),
        ("<reasoning>secret</reasoning>A lamp.", "A lamp."),
        ("<thinking>secret</thinking><answer>A lamp.</answer>", "A lamp."),
        ("<seed:think>secret</seed:think>A lamp.", "A lamp."),
        ("◁think▷secret◁/think▷A lamp.", "A lamp."),
        (
            "<|begin_of_thought|>secret<|end_of_thought|><|begin_of_solution|>A lamp.<|end_of_solution|>",
            "A lamp.",
        ),
        ("<|START_THINKING|>secret<|END_THINKING|>A lamp.", "A lamp."),
        (
            "<|channel|>analysis<|message|>secret<|end|><|start|>assistant<|channel|>final<|message|>A lamp.<|return|>",
            "A lamp.",
        ),
        ("<|channel|>analysis<|message|>secret", ""),
    ],
)
def test_what_is_shown(text: str, shown: str):
    assert read([*text]) == shown
    assert split_thinking(text) == (shown, False)


def test_what_stands_before_a_closing_mark_alone_is_thinking_too():
    assert split_thinking('maybe {"a": 1}</think>A lamp.') == ("A lamp.", True)
    assert split_thinking("<think>x</think>more</think>A lamp.") == ("A lamp.", True)


def test_marks_of_one_s_own_replace_those_that_are_known():
    assert read(["~~secret++A lamp."], ("~~…++",)) == "A lamp."
    assert read(["<think>x</think>"], ()) == "<think>x</think>"
