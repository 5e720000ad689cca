"""Exactly one object must fit; nothing is repaired or guessed."""

import json
from time import perf_counter
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from echoes.models.completion import Reply
from echoes.models.structured.parsing import UnreadableReply, parse_reply


class Form(BaseModel):
    ruling: Literal["YES", "NO"]
    confidence: float = Field(default=1.0, ge=0, le=1)


def parse(text: str, arguments: Any = None) -> Form:
    return parse_reply(Reply(text, arguments), Form)


@given(
    st.text(st.characters(exclude_characters="{}<>"), max_size=40),
    st.text(st.characters(exclude_characters="{}<>"), max_size=40),
    st.sampled_from(["ruling", "Ruling", " RULING "]),
    st.dictionaries(st.text(max_size=8), st.integers(), max_size=2),
)
def test_prose_around_the_object_case_of_keys_and_unknown_keys_do_not_matter(
    before: str, after: str, key: str, others: dict[str, int]
):
    known = {"ruling", "confidence"}
    others = {name: n for name, n in others.items() if name.strip().casefold() not in known}
    assert parse(before + json.dumps({**others, key: "NO"}) + after) == Form(ruling="NO")


def test_half_a_character_is_marked_so_that_what_was_said_can_be_kept():
    class Said(BaseModel):
        text: str

    for text, arguments in (
        ('{"text": "a\\ud83d \\ud83d\\ude00"}', None),
        ("", {"text": "a\ud83d \U0001f600"}),
    ):
        assert parse_reply(Reply(text, arguments), Said).text == "a\ufffd \U0001f600"


def test_the_arguments_of_a_call_take_precedence_over_the_text():
    assert parse('{"ruling": "NO"}', {"ruling": "YES"}).ruling == "YES"
    assert parse('{"ruling": "NO"}', '{"ruling": "YES"}').ruling == "YES"


def test_an_object_that_was_only_thought_of_does_not_count():
    assert parse('<think>{"ruling": "NO"}</think>{"ruling": "YES"}').ruling == "YES"
    with pytest.raises(UnreadableReply):
        parse('<think>{"ruling": "NO"}')


def test_objects_that_differ_are_unreadable_and_equal_ones_are_not():
    assert parse('{"ruling": "YES"} {"ruling": "YES", "confidence": 1}').ruling == "YES"
    with pytest.raises(UnreadableReply, match="differ"):
        parse('{"ruling": "YES"} {"ruling": "NO"}')


def test_an_object_inside_another_does_not_count():
    with pytest.raises(UnreadableReply, match="ruling"):
        parse('{"example": {"ruling": "YES"}}')


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Yes.", "no JSON object"),
        ('{"ruling": "MAYBE"}', "ruling: "),
        ('{"ruling": "YES", "confidence": 2}', "confidence: "),
        ('{"ruling": "YES"', "no JSON object"),
    ],
)
def test_the_problem_is_named_for_the_model(text: str, problem: str):
    with pytest.raises(UnreadableReply, match=problem):
        parse(text)


def test_a_reply_full_of_braces_is_given_up_on_soon():
    started = perf_counter()
    with pytest.raises(UnreadableReply):
        parse('{"a":' * 20_000)
    assert perf_counter() - started < 5
