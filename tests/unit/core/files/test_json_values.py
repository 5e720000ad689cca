"""JSON values of no declared form: each function takes what it asks for and nothing else."""

import pytest
from pydantic import JsonValue

from echoes.core.files.json_values import (
    as_array,
    as_object,
    is_array,
    is_object,
    objects_of,
    texts_of,
    whole_numbers_of,
)

VALUES: list[JsonValue] = [{"a": 1}, {}, [1, "b", None], [], "text", "", 0, 1.5, True, None]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_is_told_by_its_form(value: JsonValue):
    assert is_object(value) == isinstance(value, dict)
    assert is_array(value) == isinstance(value, list)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_of_another_form_is_an_array_of_itself_and_an_empty_object(value: JsonValue):
    assert as_array(value) == (value if isinstance(value, list) else [value])
    assert as_object(value) == (value if isinstance(value, dict) else {})


@pytest.mark.parametrize("read", [objects_of, texts_of, whole_numbers_of])
@pytest.mark.parametrize("value", ["ab", {"a": "b"}, 7, None])
def test_only_an_array_has_parts(read, value: JsonValue):
    assert read(value) == []


def test_parts_of_another_kind_are_left_out():
    mixed = [{"a": 1}, "text", 7, True, 1.0, None, ["nested"]]
    assert objects_of(mixed) == [{"a": 1}]
    assert texts_of(mixed) == ["text"]
    assert whole_numbers_of(mixed) == [7]
