"""Hostile modules: what is too large, unknown or turns in a circle is refused with file and reason, or comes to an end."""

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.support import ROOT
from tests.unit.games.party.table import BUNDLED, MODULES, Table

from echoes.games.party.game import MODULE_FILES
from echoes.games.party.pack.random_walk import walk_module
from echoes.games.party.pack.schema import Module


def errors_after(folder: Path, file: str, text: str) -> list[str]:
    """Return the errors of the bundled module with one file changed; `...` stands for what it held."""
    pack = Path(shutil.copytree(ROOT / "data/party/low_water", folder / "pack"))
    path = pack / file
    path.write_text(text.replace("...", path.read_text("utf-8") if path.exists() else ""), "utf-8")
    return [report.error or "" for report in MODULE_FILES.read(pack)]


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("module.yaml", "...\nluck: 3\n", "field 'luck': is no known key"),
        ("module.yaml", "...\nweather: &a [1]\nmore: *a\n", "module.yaml"),
        ("module.yaml", "...\n# " + "x" * 500_000, "is larger than 500 kB"),
        ("module.yaml", "[1, 2]", "holds no keys"),
        ("module.yaml", "a: " + "{b: " * 40 + "1" + "}" * 40, "nested too deep"),
        ("zh/module.yaml", "title: [", "module.yaml is not YAML (line"),
        ("en/extra.yaml", "first: heron\n", "field 'first': stands in en/extra.yaml and in pack/module.yaml"),
    ],
)
def test_a_hostile_file_is_refused_with_its_name(tmp_path: Path, file: str, text: str, reason: str):
    assert any(reason in error for error in errors_after(tmp_path, file, text))


def test_a_text_that_is_missing_is_named_with_language_and_field(tmp_path: Path):
    pack = Path(shutil.copytree(ROOT / "data/party/low_water", tmp_path / "pack"))
    path = pack / "zh/people.yaml"
    texts = yaml.safe_load(path.read_text("utf-8"))
    del texts["people"]["mags"]["topics"]["lamp"]["says"]
    path.write_text(yaml.safe_dump(texts, allow_unicode=True), "utf-8")
    english, chinese = MODULE_FILES.read(pack)
    assert english.error is None
    assert chinese.error and chinese.error.startswith("pack/zh: people.yaml, line ")
    assert chinese.error.endswith(
        ": field 'people.mags.topics.lamp.says': is missing; expected: a text, in zh/"
    )


def changed(**parts: Any) -> Module:
    return Module.model_validate({**MODULES["en"].to_json(), **parts})


@pytest.mark.parametrize(
    ("part", "many"),
    [("triggers", 80), ("secrets", 60), ("items", 100), ("people", 60), ("scenes", 60), ("endings", 30)],
)
def test_a_module_is_bounded(part: str, many: int):
    held = MODULES["en"].to_json()[part]
    assert isinstance(held, dict)
    with pytest.raises(ValueError, match="at most"):
        changed(**{part: {f"one_{n}": next(iter(held.values())) for n in range(many)}})


def test_triggers_and_clocks_in_a_circle_come_to_an_end():
    data: Any = MODULES["en"].to_json()
    again = {"text": "Again.", "effects": {"ticks": {"rumour": -6}, "flags": ["ping"]}}
    data["clocks"]["rumour"]["full"] = again
    data["triggers"] = {
        "ping": {
            "when": {"flag": "ping"},
            "happens": {"text": "Ping.", "effects": {"flags": ["pong"], "ended": ["ping"]}},
        },
        "pong": {
            "when": {"flag": "pong"},
            "happens": {"text": "Pong.", "effects": {"flags": ["ping"], "ended": ["pong"]}},
        },
    }
    module = Module.model_validate(data)
    table = Table(module)
    table.state = {
        **table.state,
        "flags": {"ping": [*module.party]},
        "clocks": {**table.state["clocks"], "rumour": 6},
    }
    said = [entry.event for entry in table.move("wait:").entries() if entry.event.event == "said"]
    assert len(said) <= 24
    assert not [one for one in walk_module(module, 1, walks=2) if one.startswith("walk")]


@pytest.mark.parametrize("name", MODULES)
def test_a_field_that_came_later_does_not_change_the_version_of_an_older_module(name: str):
    assert "threads" not in MODULES[name].model_dump()


def test_a_fight_without_what_later_versions_added_has_the_form_that_it_always_had():
    """Else no session that began before could be gone on with."""
    fight = BUNDLED["low_water", "en"].encounters["boats"]
    assert "lost_apart" in fight.model_dump(mode="json")
    assert "lost_apart" not in fight.model_copy(update={"lost_apart": None}).model_dump(mode="json")
