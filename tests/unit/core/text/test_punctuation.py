"""Punctuation between the parts of a text follows their language."""

import pytest

from echoes.core.text.punctuation import enumerated, in_brackets, with_colon
from echoes.core.views.blocks import Dice, Ending, Gift, Line
from echoes.core.views.panels import Clock, Listing, panel_text


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (Line("Who goes there?", speaker="Tove"), "Tove: Who goes there?"),
        (Line("谁在那儿？", speaker="托薇"), "托薇：谁在那儿？"),
        (Line("谁在那儿？", speaker="Guest"), "Guest：谁在那儿？"),
        (Gift(1, "Hint", "Look up.", " (2 left)"), "Hint (2 left): Look up."),
        (Gift(1, "提示", "抬头看看。", "（还剩 2 个）"), "提示（还剩 2 个）：抬头看看。"),
        (Dice("Looking", (8,), 20, 8), "Looking (1d20): 8"),
        (Dice("查看", (8,), 20, 8), "查看（1d20）：8"),
        (Dice("Thrown", (6, 2), 6, 6), "Thrown (2d6): 6, 2 → 6"),
        (Dice("掷出", (6, 2), 6, 6), "掷出（2d6）：6、2 → 6"),
        (Ending("Score", "70", "3 questions"), "Score 70 (3 questions)"),
        (Ending("得分", "70", "3 个问题"), "得分 70（3 个问题）"),
    ],
)
def test_a_block_in_one_line_has_the_punctuation_of_its_language(shown: Line | Gift | Dice, said: str):
    assert shown.plain() == said


def test_a_panel_in_one_line_has_the_punctuation_of_its_language():
    assert panel_text(Listing("Here", ["Tove"])) == "Here: Tove"
    assert panel_text(Listing("这里", ["Tove"])) == "这里：Tove"
    assert panel_text(Clock("离开闸", 4, 1, "快了")) == "离开闸：●○○○ 1/4（快了）"


def test_nothing_stands_in_no_brackets_and_in_no_row():
    assert (in_brackets("", "票数"), enumerated([]), with_colon("", "")) == ("", "", ": ")
