"""The schema of a pack says for each field in which file it stands, as the bundled packs have it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.support import ROOT

from echoes.app import game_types
from echoes.config import load_config

PACKS = {"heist": "heists/tidewater_ledger", "story": "stories/last_ferry", "party": "party/low_water"}


def fields_of(schema: Any) -> Iterator[tuple[str, Any]]:
    """Yield all fields of a schema, by name."""
    for one in [schema, *schema["$defs"].values()]:
        yield from one.get("properties", {}).items()


@pytest.mark.parametrize("kind", [*PACKS])
def test_each_field_has_a_file_and_the_pack_has_it_there(kind: str):
    schema: Any = game_types(load_config())[kind].schema()
    assert all("file" in field for _, field in fields_of(schema))
    folder = ROOT / "data" / PACKS[kind]
    main = next(path for path in folder.glob("*.yaml") if path.name in schema["properties"]["id"]["file"])
    texts, mechanics = _keys(folder / "en"), {*yaml.safe_load(main.read_text("utf-8"))}
    for name, field in schema["properties"].items():
        if name in texts and name not in mechanics:
            assert "en/" in field["file"] or name in _holders(schema), name
        if name in mechanics and name not in texts:
            assert main.name in field["file"], name
    assert "folder" in schema["properties"]["language"]["file"]


def _keys(folder: Path) -> set[str]:
    return {key for path in folder.glob("*.yaml") for key in yaml.safe_load(path.read_text("utf-8"))}


def _holders(schema: Any) -> set[str]:
    """Return the fields that hold others, of which the texts stand in the folder of a language."""
    return {name for name, field in schema["properties"].items() if "$ref" in str(field)}


def test_a_text_stands_with_its_language_and_an_id_with_the_mechanics():
    schema: Any = game_types(load_config())["party"].schema()
    assert schema["properties"]["title"]["file"].startswith("en/")
    assert schema["properties"]["difficulty"]["file"] == "module.yaml"
    assert schema["$defs"]["Feature"]["properties"]["label"]["file"].startswith("en/")
    assert schema["$defs"]["Feature"]["properties"]["once"]["file"] == "module.yaml"
    story: Any = game_types(load_config())["story"].schema()
    assert "cast/ID.yaml" in story["properties"]["cast"]["file"]
    parts = story["$defs"]
    assert parts["StoryCharacter"]["properties"]["at"]["file"] == "story.yaml, cast.yaml, cast/ID.yaml"
    assert parts["StoryCharacter"]["properties"]["public"]["file"] == "en/*.yaml and zh/*.yaml"
    assert parts["Act"]["properties"]["refusal"]["file"].startswith(
        "story.yaml, acts.yaml, acts/ID.yaml; texts: en/"
    )


def test_what_may_be_left_out_is_not_required_and_a_reference_says_what_it_points_to():
    heist: Any = game_types(load_config())["heist"].schema()
    assert heist["required"] == ["language", "title", "statement", "target", "scenes"]
    parts = heist["$defs"]
    assert parts["Obstacle"]["required"] == ["name", "text", "approaches"]
    assert parts["Obstacle"]["properties"]["threat"]["points_to"] == "clock"
    assert parts["ScoreEffects"]["properties"]["ticks"]["propertyNames"]["points_to"] == "clock"
    story: Any = game_types(load_config())["story"].schema()
    tell = story["$defs"]["StoryEffects"]["properties"]["tell"]
    assert tell["items"]["points_to"] == "character.secret" and tell["file"].startswith("story.yaml")
    assert "may be left out" not in str(story)
