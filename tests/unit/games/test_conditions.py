"""Conditions in scenario files: plain logic over what a game registers, and no code."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from echoes.games.conditions import Condition

FLAGS = ["a", "b", "c"]
WRITTEN = st.recursive(
    st.sampled_from(FLAGS).map(lambda flag: {"flag": flag}),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"all": parts})
        | st.lists(inner, min_size=1, max_size=3).map(lambda parts: {"any": parts})
        | inner.map(lambda part: {"not": part})
    ),
    max_leaves=5,
)


def truth(written: Any, flags: set[str]) -> bool:
    """Say what a condition means, in the words of Python."""
    [(op, value)] = written.items()
    if op == "all":
        return all(truth(part, flags) for part in value)
    if op == "any":
        return any(truth(part, flags) for part in value)
    return not truth(value, flags) if op == "not" else value in flags


def read(written: Any) -> Condition | None:
    try:
        return Condition.model_validate(written)
    except ValidationError:
        return None


@given(WRITTEN, st.sets(st.sampled_from(FLAGS)))
def test_it_holds_as_logic_says(written: Any, flags: set[str]):
    if found := read(written):
        assert found.holds({"flag": lambda name: name in flags}) == truth(written, flags)


@given(WRITTEN)
def test_it_is_written_as_it_was_read(written: Any):
    if found := read(written):
        assert found.model_dump() == written
        assert {name for name, _ in found.atoms()} == {"flag"}


@pytest.mark.parametrize(
    "written",
    [
        {},
        {"flag": "a", "done": "b"},
        {"all": []},
        {"all": {"flag": "a"}},
        {"flag": True},
        {"flag": ["a"]},
        {"flag": 1.5},
        "flag",
        None,
        {"not": "a"},
    ],
)
def test_anything_else_is_refused(written: Any):
    assert read(written) is None


def test_no_condition_is_nested_without_end():
    written: Any = {"flag": "a"}
    for _ in range(50):
        written = {"not": written}
    assert read(written) is None
