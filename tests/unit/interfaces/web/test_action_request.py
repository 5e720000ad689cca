"""Data of a page: nothing in it is trusted."""

from typing import Any

import pytest

from echoes.core.errors import BadInput
from echoes.interfaces.web.action_request import ActionRequest
from echoes.interfaces.web.desk.request import DeskRequest


def request(**data: Any) -> ActionRequest:
    return ActionRequest(None, None, data, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "text"),
    [("hello", "hello"), ("a" * 300, "a" * 200), (7, ""), (None, ""), (["a"], ""), ("a\ud800b", "ab")],
)
def test_a_text_is_short_whole_and_a_text(value: Any, text: str):
    assert request(key=value).text("key") == text
    assert DeskRequest(None, None, {"key": value}).text("key") == text  # type: ignore[arg-type]
    assert request().text("key") == ""


@pytest.mark.parametrize("value", [None, "3", 3.0, True, [3]])
def test_a_number_is_whole_or_refused(value: Any):
    assert request(turn=3).number("turn") == 3
    with pytest.raises(BadInput, match="'turn' is no number"):
        request(turn=value).number("turn")


@pytest.mark.parametrize("value", [None, "x", 3])
def test_fields_and_lists_of_the_desk_are_empty_where_they_are_something_else(value: Any):
    asked = DeskRequest(None, None, {"a": value, "b": {"x": 1}, "c": [1]})  # type: ignore[arg-type]
    assert (asked.fields("a"), asked.listed("a")) == ({}, [])
    assert (asked.fields("b"), asked.listed("c"), asked.listed("b"), asked.fields("c")) == (
        {"x": 1},
        [1],
        [],
        {},
    )
