"""Modules are walked at random: what can never be reached is named, in either language."""

from typing import Any, cast

import pytest
from tests.unit.games.party.table import BUNDLED, MODULES

from echoes.games.party.pack.random_walk import walk_module
from echoes.games.party.pack.schema import Module

NAMES = sorted({name for name, _ in BUNDLED})


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_rules_and_as_many_texts(name: str):
    def shape(value: Any) -> Any:
        if isinstance(value, dict):
            inner = cast("dict[str, Any]", value).items()
            return {key: shape(one) for key, one in inner if key not in ("language", "cues", "map")}
        return (
            [*map(shape, cast("list[Any]", value))]
            if isinstance(value, list)
            else isinstance(value, str) or value
        )

    assert shape(BUNDLED[name, "en"].to_json()) == shape(BUNDLED[name, "zh"].to_json())


def test_what_can_never_be_reached_is_named():
    module = MODULES["en"].model_dump()
    module["scenes"]["attic"] = {"title": "Attic", "read": "Dust."}
    assert walk_module(Module.model_validate(module), 1, walks=3).count("never reached: scene attic") == 1
