"""A label is known by its words, whatever number stands in it and whatever marks stand around it."""

import pytest

from echoes.games.situation_puzzle.importing.page_labels import (
    item_in,
    label_in,
    label_of,
    split_labels,
    title_in,
)


@pytest.mark.parametrize(
    ("line", "field", "key", "rest"),
    [
        ("Story: a", "statement", "", "a"), ("**The answer:** b", "answer", "", "b"), ("Q12: a", "statement", "12", "a"),
        ("A: b", "answer", "", "b"), ("汤面1：a", "statement", "1", "a"), ("第二题 汤底：b", "answer", "2", "b"),
        ("【汤底】b", "answer", "", "b"), ("汤底 b", "answer", "", "b"), ("**问题三：** a", "statement", "3", "a"),
        ("Puzzle 3", "statement", "3", ""), ("- Solution #4: b", "answer", "4", "b"), ("**Answer**", "answer", "", ""),
    ],
)  # fmt: skip
def test_labels(line: str, field: str, key: str, rest: str):
    found = label_in(line)
    assert found is not None and (found.field, found.key, found.rest) == (field, key, rest)


@pytest.mark.parametrize(
    "line", ["He said: no", "At 7: he left", "Once", "A man: old", "12:30", "the answer is salt"]
)
def test_other_lines_have_none(line: str):
    assert label_in(line) is None


def test_headings_and_names_of_what_is_folded():
    found = label_of("A1 - Key")
    assert found is not None and (found.field, found.key) == ("answer", "a1")
    assert label_of("The bell") is label_of("12") is None


def test_titles_and_items():
    assert (
        title_in("12、《钟》") == ("钟", "12")
        and title_in("第一题：钟") == ("钟", "")
        and title_in("#3") == ("", "")
    )
    assert item_in("  3) a b") == (2, 3, "a b") and item_in("3.5 metres") is None is title_in("a 《b》 c")
    assert split_labels("汤面：甲。汤底：乙。") == ["汤面：甲。", "汤底：乙。"] and split_labels(
        "他找汤底：没有"
    ) == ["他找汤底：没有"]
