"""A module that can't be played is refused with the field and the reason."""

from typing import Any

import pytest
from tests.unit.games.party.table import BUNDLED, MODULES

from echoes.games.party.pack.schema import Module
from echoes.games.party.pack.validation import module_errors


def with_change(*path: str, value: Any) -> Module:
    data = MODULES["en"].model_dump()
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return Module.model_validate(data)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("first",), "moon", "first: there is no scene 'moon'"),
        (("scenes", "loft", "present"), ("ghost",), "scenes.loft.present: there is no person 'ghost'"),
        (
            ("scenes", "loft", "exits", "square", "to"),
            "moon",
            "scenes.loft.exits.square.to: there is no scene 'moon'",
        ),
        (("secrets", "fare", "knows"), ("nobody",), "secrets.fare.knows: there is no seat 'nobody'"),
        (("accusation", "proven"), "glory", "accusation: there is no ending 'glory'"),
        (
            ("clocks", "midnight", "full", "effects", "items"),
            ("moon",),
            "clocks.midnight.full: 'moon' is none of the items",
        ),
        (
            ("scenes", "loft", "features", "bolt", "failure"),
            None,
            "has a check, but says nothing of a failure",
        ),
    ],
)
def test_it_is_refused_with_field_and_reason(path: tuple[str, ...], value: Any, said: str):
    assert any(said in error for error in module_errors(with_change(*path, value=value)))


def test_a_condition_that_there_is_not_is_named():
    errors = module_errors(with_change("accusation", "when", value={"weather": "rain"}))
    assert errors == [
        error for error in errors if "accusation.when: there is no condition 'weather'" in error
    ]
    assert errors


@pytest.mark.parametrize(
    ("atom", "value"),
    [
        *(("has", "moon"), ("at", "moon"), ("acts", "moon"), ("knows", "moon"), ("clock", "moon_3")),
        *(("likes", "moon_1"), ("done", "square.moon"), ("told", "keeper.moon"), ("ending", "moon")),
    ],
)
def test_a_condition_about_what_is_not_there_is_named(atom: str, value: str):
    errors = module_errors(with_change("accusation", "when", value={atom: value}))
    assert errors == [f"accusation.when: `{atom}` names '{value}', which is not there"]


def test_the_bundled_modules_have_no_errors():
    assert len(BUNDLED) == 4 and not any(module_errors(module) for module in BUNDLED.values())
