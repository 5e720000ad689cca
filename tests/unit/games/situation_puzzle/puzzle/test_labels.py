"""Labels of other collections are read as what they mean, and by exact match only."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.games.situation_puzzle.puzzle.labels import is_label, read_label, ruling_label


@pytest.mark.parametrize(
    ("value", "ruling"),
    [
        ("Yes.", "YES"),
        ("是的", "YES"),
        (True, "YES"),
        ("T", "YES"),
        ("不是", "NO"),
        (False, "NO"),
        ("partially", "YES AND NO"),
        ("既是也不是", "YES AND NO"),
        ("Irrelevant!", "IRRELEVANT"),
        ("（无关）", "IRRELEVANT"),
    ],
)
def test_a_label_is_a_ruling(value: Any, ruling: str):
    assert ruling_label(value) == ruling


@pytest.mark.parametrize("value", ["unknown", "N", "不知道", "invalid", "很接近"])
def test_a_label_that_rules_on_nothing_is_no_ruling(value: str):
    assert is_label(value) and ruling_label(value) is None


def test_unknown_is_not_irrelevant():
    assert read_label("unknown") == "UNKNOWN" and read_label("irrelevant") == "IRRELEVANT"


@given(st.sampled_from(["yes", "no", "是", "无关"]), st.text(min_size=1).filter(str.isalpha))
def test_a_text_that_only_holds_a_label_is_none(label: str, more: str):
    text = f"{more} — {label} — {more}"
    assert read_label(text) is None


@pytest.mark.parametrize("value", [None, 1, 0, ["yes"], {}, "yes " * 20])
def test_anything_else_is_no_label(value: Any):
    assert read_label(value) is None
