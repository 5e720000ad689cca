"""YAML is read as plain data, and no text makes the reader fall over."""

import pytest
import yaml

from echoes.core.files.yaml_text import load_yaml


@pytest.mark.parametrize("loader", [None, yaml.SafeLoader])
def test_it_gives_what_the_plain_reader_gives(loader: type | None, monkeypatch: pytest.MonkeyPatch):
    if loader:
        monkeypatch.setattr("echoes.core.files.yaml_text._Loader", loader)
    text = "a: [1, 2.5, null, true]\nb: {c: 'd'}\nd: 一二\ne: |\n  x\n  y\nf: &g [1]\nh: *g\n"
    assert load_yaml(text) == yaml.safe_load(text)
    assert load_yaml("") is None
    for broken in ("a: [", "!!python/object:os.system {}", "a: b: c", "\x01"):
        with pytest.raises(yaml.YAMLError):
            load_yaml(broken)


def test_yes_and_no_are_words():
    assert load_yaml("on: yes\nNO: [No, off, false]") == {"on": "yes", "NO": ["No", "off", False]}


def test_an_alias_is_refused_where_it_may_not_be():
    with pytest.raises(ValueError, match="alias"):
        load_yaml("a: &x [1]\nb: *x\n", aliases=False)


@pytest.mark.parametrize("value", ["!!bool x", '!!int ""', "!!timestamp abc", "!!float x"])
def test_a_value_that_does_not_fit_its_tag_is_no_yaml(value: str):
    with pytest.raises((yaml.YAMLError, ValueError)):
        load_yaml(f"a: {value}")


@pytest.mark.parametrize("depth", [201, 300_000])
def test_what_is_nested_too_deep_is_refused(depth: int):
    with pytest.raises(RecursionError):
        load_yaml("[" * depth + "]" * depth)
