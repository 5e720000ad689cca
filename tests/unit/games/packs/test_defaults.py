"""What a pack leaves out is put in, and nothing that it says is changed."""

from typing import Any

import pytest
from tests.support import ROOT

from echoes.games.packs.defaults import put_defaults, read_defaults

KINDS = ("story", "heist", "party")


@pytest.mark.parametrize(
    ("pack", "defaults", "filled"),
    [
        ({}, {"a": 1}, {"a": 1}),
        ({"a": 2}, {"a": 1}, {"a": 2}),
        ({"a": {"x": 1}}, {"a": {"x": 9, "y": 2}}, {"a": {"x": 1, "y": 2}}),
        ({"a": {"p": {"x": 1}, "q": {}}}, {"a": {"*": {"x": 9}}}, {"a": {"p": {"x": 1}, "q": {"x": 9}}}),
        ({}, {"a": {"*": {"x": 9}}}, {}),
        ({}, {"a": {"?": {"p": {}}}}, {"a": {"p": {}}}),
        ({"a": {"q": {}}}, {"a": {"?": {"p": {}}}}, {"a": {"q": {}}}),
        ({}, {"a": {"?": {"p": {}}, "*": {"x": 9}}}, {"a": {"p": {"x": 9}}}),
        ({"a": "odd"}, {"a": {"x": 1}}, {"a": "odd"}),
    ],
)
def test_only_what_is_left_out_is_put_in(pack: Any, defaults: Any, filled: Any):
    put_defaults(pack, defaults)
    assert pack == filled


@pytest.mark.parametrize("kind", KINDS)
def test_both_languages_leave_out_the_same(kind: str):
    def shape(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: shape(one) for key, one in value.items()}
        return [*map(shape, value)] if isinstance(value, list) else isinstance(value, str) or value

    languages = {
        one: read_defaults(ROOT / "src/echoes/games" / kind / "pack/defaults.yaml", one)
        for one in ("en", "zh")
    }
    assert languages["en"] and shape(languages["en"]) == shape(languages["zh"])
