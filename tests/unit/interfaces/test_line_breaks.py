"""Line breaks in Chinese, as they are printed."""

from io import StringIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.panel import Panel

from echoes.interfaces.line_breaks import ChineseText, line_breaks, padded

NEVER_FIRST = "。，？！”）"


def lines(text: str, width: int) -> list[str]:
    starts = [0, *line_breaks(text, width)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("她睡得很香。", ["她睡得", "很香。"]),
        ("她睡香。灯", ["她睡", "香。灯"]),
        ("他说“你好”。", ["他说“你", "好”。"]),
        ("输入 /help 看", ["输入 ", "/help ", "看"]),
        ("”窗。，”。", ["”", "窗。，”", "。"]),
    ],
)
def test_a_mark_stays_with_the_word_before_it(text: str, broken: list[str]):
    assert lines(text, 8 if "”" in text else 7) == broken


@given(st.text(alphabet="灯窗 a，。“”", max_size=60), st.integers(8, 30))
def test_nothing_is_lost_and_no_line_begins_with_a_mark_that_could_go_before(text: str, width: int):
    made = lines(text, width)
    assert "".join(made) == text
    for before, after in pairwise(made):
        assert cell_len(before.rstrip()) <= width
        # Only a line of nothing but marks, or of one word and its marks, has no other place.
        places = (
            y not in NEVER_FIRST + " " and x != "“" and (x == " " or cell_len(x) > 1 or cell_len(y) > 1)
            for x, y in pairwise(before)
        )
        assert after[:1] not in NEVER_FIRST or not any(places)


def test_it_is_printed_so_in_a_frame():
    written = StringIO()
    Console(width=20, file=written).print(Panel(ChineseText("村民们看到窗口黑着，明白了危险。\n灯。")))
    rows = [row.strip("│ ") for row in written.getvalue().splitlines()[1:-1]]
    assert rows == ["村民们看到窗口黑", "着，明白了危险。", "灯。"]


@pytest.mark.parametrize(("text", "told"), [("灯", "灯  |"), ("lamp", "lamp|"), ("窗口的灯", "窗口的灯|")])
def test_lists_are_filled_up_by_cells(text: str, told: str):
    assert padded(text, 4) + "|" == told
