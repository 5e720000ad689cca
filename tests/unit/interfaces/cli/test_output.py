"""What a command prints: one JSON object a line, and fields as a person reads them."""

import json
import logging

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from echoes.interfaces.cli.output import field_text, json_line, log_to_standard_error

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


def test_a_warning_can_be_a_json_object_on_a_line(capsys: pytest.CaptureFixture[str]):
    root = logging.getLogger()
    before = root.handlers[:], root.level
    try:
        log_to_standard_error(as_json=True)
        try:
            raise ValueError("zzsecret")
        except ValueError:
            logging.getLogger("echoes.x").exception("it failed\nbadly: %s", "十")
    finally:
        root.handlers[:], root.level = before
    [line] = capsys.readouterr().err.splitlines()
    said = json.loads(line)
    assert said.pop("time").endswith("+00:00")
    assert said == {
        "level": "error",
        "logger": "echoes.x",
        "message": "it failed\nbadly: 十",
        "error": "ValueError",
    }
