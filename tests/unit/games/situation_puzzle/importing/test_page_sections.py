"""A page is cut where a label, a heading, a number of a list or a fold says so, and nowhere else."""

import pytest

from echoes.games.situation_puzzle.importing.page_sections import PageSections
from echoes.games.situation_puzzle.importing.pages import page_lines


def cut(text: str) -> list[tuple[str, str, str]]:
    sections = PageSections()
    for line in page_lines(text):
        sections.read(line)
    return [(one.field, one.key, one.text) for one in sections.all() if one.tells or one.field == "heading"]


@pytest.mark.parametrize(
    ("page", "sections"),
    [
        ("1. a\nAnswer: b\n2. c\nAnswer: d", [("statement", "1", "a"), ("answer", "", "b"), ("statement", "2", "c"), ("answer", "", "d")]),
        ("1. a\n2. b", [("", "", "1. a"), ("", "", "2. b")]),
        ("Answer: a\n1. b\n2. c", [("answer", "", "a\n1. b\n2. c")]),
        ("Title: a\nb", [("title", "", "a"), ("", "", "b")]),
        ("a\n===\nb", [("heading", "", ""), ("", "", "b")]),
        ("# Answers\n## A b\nc", [("answer", "a b", "c")]),
    ],
)  # fmt: skip
def test_where_a_page_is_cut(page: str, sections: list[tuple[str, str, str]]):
    assert cut(page) == sections
