"""YAML without surprises: scalars are text, and nothing stands for anything else."""

import pytest

from echoes.games.situation_puzzle.importing.sources import Unreadable
from echoes.games.situation_puzzle.importing.values import LinedFields
from echoes.games.situation_puzzle.importing.yaml_files import read_yaml


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("answer: no", {"answer": "no"}),
        ("time: 12:30:00", {"time": "12:30:00"}),
        ("a: 1.10", {"a": "1.10"}),
        ("a: ~\nb:\nc: ''\nd: 'null'", {"a": None, "b": None, "c": "", "d": "null"}),
        ("2: two", {"2": "two"}),
        ("- a\n- b", ["a", "b"]),
        ("a: 1\n---\n---\nb: 2", [{"a": "1"}, {"b": "2"}]),
        ("", []),
        ("a: !!python/object:os.system x", {"a": "x"}),
    ],
)
def test_a_value_is_what_is_written(text: str, value: object):
    assert read_yaml(text) == value


def test_a_key_that_stands_twice_is_noted():
    found = read_yaml("a: 1\nb: 2\na: 3")
    assert isinstance(found, LinedFields) and (found["a"], found.repeated) == ("3", ("a",))


def test_an_object_knows_its_line():
    first, last = read_yaml("- a: 1\n  b:\n    c: 2\n\n- a: 2")
    assert (first.line, first["b"].line, last.line) == (1, 3, 5)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: &x 1\nb: *x", "line 2: has an alias"),
        ("a: [1", "is not YAML"),
        ("a: 1\n b: 2", "line 2, column"),
        ("\x01", "is not YAML"),
        ("[" * 5000, "."),
    ],
)
def test_what_is_none_or_refers_elsewhere_is_refused(text: str, said: str):
    with pytest.raises(Unreadable, match=said):
        read_yaml(text)
