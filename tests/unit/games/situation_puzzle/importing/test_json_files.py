"""JSON as people keep it: several values in a row, repeated keys, numbers without end."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.games.situation_puzzle.importing.json_files import parse_json_lines, read_json
from echoes.games.situation_puzzle.importing.sources import Unreadable
from echoes.games.situation_puzzle.importing.values import LinedFields, NoValue

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(VALUES)
def test_what_is_json_comes_as_it_is(value: Any):
    assert read_json(json.dumps(value)) == value


@given(st.lists(st.dictionaries(st.text(), st.integers(), max_size=2), min_size=2, max_size=4))
def test_lines_are_values_by_either_name(rows: list[Any]):
    text = "\n\n".join(map(json.dumps, rows))
    assert parse_json_lines(text) == read_json(text) == rows


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str):
    try:
        read_json(text)
    except Unreadable as refused:
        assert str(refused) and refused.said.zh


def test_a_line_that_is_none_is_named_and_the_others_stay():
    first, bad, last = parse_json_lines('{"a": 1}\n{"a": \n{"b": 2}')
    assert (first, last) == ({"a": 1}, {"b": 2})
    assert isinstance(bad, NoValue) and bad.startswith("line 2, which is not JSON")


@pytest.mark.parametrize("text", ["NaN", "-Infinity", "1e999", "1" * 301])
def test_what_no_machine_holds_is_no_value(text: str):
    assert isinstance(read_json(f"[{text}]")[0], NoValue)
    assert not math.isnan(read_json("[1.5]")[0])


def test_a_key_that_stands_twice_is_noted():
    found = read_json('{"a": 1, "a": 2}')
    assert isinstance(found, LinedFields) and (found["a"], found.repeated) == (2, ("a",))


def test_an_object_knows_its_line_whatever_its_texts_hold():
    text = '[{"a": "}{\\"\\n{",\n"b": {"c": {}}},\n// {\n {\n"d": []}]'
    first, last = read_json(text)
    assert (first.line, first["b"].line, last.line) == (1, 2, 4)
    assert [one.line for one in parse_json_lines('{"a": 1}\n\n{"a": {}}')] == [1, 3]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1,\n "b" 2}', "line 2, column 6"),
        ('1\n"two"', "is not JSON"),
        ("[" * 100_000, "nested too deep"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(text: str, said: str):
    with pytest.raises(Unreadable, match=said):
        read_json(text)


def test_comments_and_a_last_comma_are_passed_over_and_lines_keep_their_numbers():
    text = '// mine, [1]\n{"id": "a", /* not\nthis */ "u": "http://x // y",\n# nor this\n"b": [1, 2,],}'
    assert read_json(text) == {"id": "a", "u": "http://x // y", "b": [1, 2]}
    assert parse_json_lines('# mine\n{"id": 1}\n\n// too\n{"id": 2}') == [{"id": 1}, {"id": 2}]
    with pytest.raises(Unreadable, match="line 4"):
        read_json('/* a\nb */\n{\n"id" 1}')


def test_what_looks_like_a_comment_for_ever_costs_no_more_than_its_length():
    for text in ("/*" * 200_000, "," * 400_000 + "]", '"' * 400_001, "[" + "//" * 200_000):
        with pytest.raises(Unreadable):
            read_json(text)
