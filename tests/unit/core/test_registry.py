"""Names stand for targets; an unknown one is an error that lists the known."""

import pytest

from echoes.core.errors import UnknownName
from echoes.core.registry import Registry


def test_a_target_is_imported_when_used():
    assert Registry("thing", "none", {"path": "pathlib:Path"}).load("path").__name__ == "Path"


def test_an_unknown_name_lists_the_known_ones():
    registry = Registry("thing", "none", {"b": "x:y", "a": "x:y"})
    with pytest.raises(UnknownName, match=r"unknown thing 'c'\. Known: a, b\."):
        registry.load("c")


def test_a_name_can_be_added_at_run_time():
    registry = Registry("thing", "none", {})
    registry.register("dumps", "json:dumps")
    assert registry.load("dumps")([]) == "[]"
