"""What a command prints: one JSON object a line, and fields as a person reads them."""

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from echoes.interfaces.cli.output import field_text, json_line

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(data=PLAIN)
def test_whatever_a_row_holds_it_is_one_line(data: object):
    with pytest.MonkeyPatch.context() as patch:
        written: list[str] = []
        patch.setattr("sys.stdout", type("Out", (), {"write": written.append, "flush": lambda: None}))
        json_line(data)
    [line] = written
    assert line.endswith("\n") and line.count("\n") == 1
    assert json.loads(line) == data


def test_a_field_of_parts_is_yaml_and_a_text_is_a_line():
    assert field_text("title", "伞") == "title: 伞\n"
    assert yaml.safe_load(field_text("tags", ["海", "a: b"])) == {"tags": ["海", "a: b"]}
