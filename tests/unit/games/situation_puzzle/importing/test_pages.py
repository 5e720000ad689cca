"""A page comes line by line, each of one kind and with its number in the file, whatever it is written in."""

import pytest

from echoes.games.situation_puzzle.importing.pages import page_lines


def kinds(text: str) -> list[tuple[str, str, int]]:
    return [
        (line.kind, line.text, line.number) for line in page_lines(text) if line.kind != "text" or line.text
    ]


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("a\n\n# B\n---", [("text", "a", 1), ("heading", "B", 3), ("rule", "---", 4)]),
        ("<!-- x\ny -->a\nb", [("text", "a", 1), ("text", "b", 3)]),
        ("<details>\n<summary>A\nB</summary>c</details>", [("opened", "", 1), ("summary", "A B", 2), ("text", "c", 3), ("closed", "", 3)]),
        ("a ||b||\nc", [("text", "a", 1), ("opened", "", 1), ("text", "b", 1), ("closed", "", 1), ("text", "c", 2)]),
        (">!a!<\n>!b!<", [("opened", "", 1), ("text", "a", 1), ("text", "b", 2), ("closed", "", 2)]),
        ("a ||b|| c", [("text", "a ||b|| c", 1)]),
        ("== A ==\n| b | c |", [("heading", "A", 1), ("row", "| b | c |", 2)]),
        ("> a\n> b", [("text", "a", 1), ("text", "b", 2)]),
        ("a &lt;b&gt;<br>c", [("text", "a <b>", 1), ("text", "c", 1)]),
    ],
)  # fmt: skip
def test_lines_of_a_page(page: str, lines: list[tuple[str, str, int]]):
    assert kinds(page) == lines


@pytest.mark.parametrize(
    "part",
    [
        "<details><summary>",
        "<h1>",
        "<tr>",
        "<!--",
        ">!",
        "||a",
        "**a",
        " ",
        "|--",
        "- ",
        "【汤底",
        "<script>",
    ],
)
def test_a_page_without_end_costs_no_more_than_its_length(part: str):
    assert sum(1 for _ in page_lines(part * 8_000 + "x")) >= 1
