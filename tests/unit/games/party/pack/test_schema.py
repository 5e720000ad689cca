"""A module that can't be played is refused with the field and the reason."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.games.party.table import MODULES

from echoes.games.party.game import MODULE_FILES
from echoes.games.party.pack.schema import touched_lines


def errors_with(folder: Path, *path: str, value: Any) -> list[str]:
    """Return the errors of the bundled module with one field of another value."""
    data: Any = MODULES["en"].to_json()
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    file = folder / "lanterns_en.json"
    file.write_text(json.dumps(data), "utf-8")
    return [report.error for report in MODULE_FILES.read(file) if report.error]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("first",), "moon", "field 'first': there is no scene 'moon'"),
        (
            ("scenes", "loft", "present"),
            ["ghost"],
            "field 'scenes.loft.present': there is no person 'ghost'",
        ),
        (
            ("scenes", "loft", "exits", "square", "to"),
            "moon",
            "field 'scenes.loft.exits.square.to': there is no scene 'moon'",
        ),
        (("secrets", "fare", "knows"), ["nobody"], "field 'secrets.fare.knows': there is no seat 'nobody'"),
        (
            ("accusation", "proven"),
            "glory",
            "field 'accusation.proven': there is no ending 'glory'",
        ),
        (
            ("clocks", "midnight", "full", "effects", "items"),
            ["moon"],
            "field 'clocks.midnight.full.effects.items': there is no item 'moon'",
        ),
        (
            ("scenes", "loft", "features", "bolt", "failure"),
            None,
            "field 'scenes.loft.features.bolt': it has a check, but says nothing of a failure",
        ),
        (
            ("people", "keeper", "topics", "truth", "check", "ability"),
            "wisdom",
            "field 'people.keeper.topics.truth.check': a check needs a `skill` or an `ability`, and not both",
        ),
        (
            ("encounters",),
            {"brawl": {"who": {"keeper": 1}, "begins": "Ho!", "won": {"text": "x"}, "lost": {"text": "y"}}},
            "field 'encounters.brawl.who.keeper': 'keeper' has no `stats`, and can't be fought",
        ),
        (("party", "master"), {"name": "M"}, "field 'party.master': the id is taken (reserved)"),
        (
            ("scenes", "loft", "features", "bolt", "touches"),
            ["blood"],
            "field 'scenes.loft.features.bolt.touches': there is no line 'blood'",
        ),
    ],
)
def test_it_is_refused_with_field_and_reason(tmp_path: Path, path: tuple[str, ...], value: Any, said: str):
    errors = errors_with(tmp_path, *path, value=value)
    assert any(said in error for error in errors), errors


def test_a_condition_that_there_is_not_is_named(tmp_path: Path):
    [error] = errors_with(tmp_path, "accusation", "when", value={"weather": "rain"})
    assert "field 'accusation.when': 'weather' is no condition; known: acts, at, been" in error


@pytest.mark.parametrize(
    ("atom", "value", "kind"),
    [
        *(("has", "moon", "item"), ("at", "moon", "scene"), ("acts", "moon", "seat"), ("knows", "moon", "secret")),
        *(("clock", "moon_3", "clock"), ("likes", "moon_1", "person"), ("done", "square.moon", "scene.feature")),
        *(("told", "keeper.moon", "person.topic"), ("ending", "moon", "ending")),
    ],
)  # fmt: skip
def test_a_condition_about_what_is_not_there_is_named(tmp_path: Path, atom: str, value: str, kind: str):
    [error] = errors_with(tmp_path, "accusation", "when", value={atom: value})
    name = value.rpartition("_")[0] or value
    assert error.startswith(
        f"lanterns_en.json: field 'accusation.when': `{atom}`: there is no {kind} '{name}'"
    )


def test_what_a_table_may_leave_out_is_what_features_topics_and_fights_touch():
    bolt = MODULES["en"].scenes["loft"].features["bolt"].model_copy(update={"touches": ("heights",)})
    loft = MODULES["en"].scenes["loft"].model_copy(update={"features": {"bolt": bolt}})
    module = MODULES["en"].model_copy(update={"scenes": {"loft": loft}, "people": {}})
    assert [*touched_lines(module)] == [("scenes.loft.features.bolt", "heights")]
