"""A drawing stands beside its scenario; what an author puts there is a picture or nothing."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.support import ROOT

from echoes.app import open_engine
from echoes.core.text.bilingual import LANGUAGES
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.drawings import MOST_BYTES, drawing_of

KIND = "situation_puzzle"
MOST_BUNDLED = 8 * 1024
SHAPES = {"svg", "title", "style", "defs", "pattern", "g", "use", "path", "circle", "ellipse"}
PLAIN = '<svg xmlns="http://www.w3.org/2000/svg"><title lang="en">A  bell\n</title><path d="M0 0h9"/></svg>'


def bundled() -> Iterator[tuple[str, str, set[str]]]:
    """The bundled scenarios: kind and folder, id, and the titles in all languages."""
    engine = open_engine()
    found: dict[tuple[str, str], set[str]] = {}
    for name, scenario in engine.scenarios.list_all():
        found.setdefault((engine.games[name].folder, scenario.id), set()).add(scenario.title)
    return ((folder, scenario_id, titles) for (folder, scenario_id), titles in sorted(found.items()))


def drawn() -> list[Path]:
    return sorted((ROOT / "data").glob("*/*.svg"))


def test_each_bundled_scenario_has_a_drawing_and_no_drawing_is_left_over():
    wanted = {ROOT / "data" / folder / f"{scenario_id}.svg" for folder, scenario_id, _ in bundled()}
    assert len(wanted) == 22 and set(drawn()) == wanted


@pytest.mark.parametrize("path", drawn(), ids=lambda path: path.stem)
def test_a_bundled_drawing_is_small_loads_nothing_and_says_nothing(path: Path):
    text = path.read_text("utf-8")
    assert len(text.encode()) < MOST_BUNDLED
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == "0 0 320 140"
    elements = list(root.iter())
    assert {one.tag.rpartition("}")[2] for one in elements} <= SHAPES, "no text, script, image or animation"
    values = [(name, value) for one in elements for name, value in one.attrib.items()]
    assert all(value.startswith("#") for name, value in values if name.endswith("href"))
    assert not [name for name, _ in values if name.startswith("on")]
    within = re.sub(r'^<svg xmlns="http://www.w3.org/2000/svg"', "", text)
    assert not re.search(r"url\((?!#)|@import|://|<!|<\?", within)


def test_all_bundled_drawings_have_one_style_for_light_and_dark():
    [style] = {re.search(r"<style>.*?</style>", path.read_text("utf-8"), re.S)[0] for path in drawn()}  # pyright: ignore
    assert "@media(prefers-color-scheme:dark)" in style


def test_each_is_described_in_both_languages_and_not_by_its_name_alone():
    engine = open_engine()
    kinds = {game.folder: name for name, game in engine.games.items()}
    for folder, scenario_id, titles in bundled():
        drawing = drawing_of(engine, kinds[folder], scenario_id)
        assert drawing and set(drawing.titles) == set(LANGUAGES)
        assert re.search("[\u4e00-\u9fff]", drawing.titles["zh"]) and drawing.titles["en"].isprintable()
        assert not set(drawing.titles.values()) & titles


def write(folder: Path, text: str | bytes, name: str = "mine") -> Path:
    path = folder / "data" / "situation_puzzles" / f"{name}.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


async def test_an_authors_drawing_is_read_and_read_again_when_it_changes(
    own_engine: GameEngine, own_folders: Path
):
    assert drawing_of(own_engine, KIND, "mine") is None
    write(own_folders, PLAIN)
    first = drawing_of(own_engine, KIND, "mine")
    assert first and first.svg == PLAIN.encode() and first.titles == {"en": "A bell"}
    write(own_folders, PLAIN.replace("A  bell", "Two bells"))
    second = drawing_of(own_engine, KIND, "mine")
    assert second and second.titles == {"en": "Two bells"} and second.version != first.version


BOMB = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + PLAIN.replace("A  bell", "&b;")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no drawing",
        PLAIN[:-3],
        BOMB,
        "<html><svg/></html>",
        "<svg/>",
        PLAIN.encode("utf-16"),
        b"\xff\xfe\x00",
        PLAIN.replace("M0 0h9", "M0 0" * MOST_BYTES),
    ],
)
async def test_what_is_no_drawing_is_none(own_engine: GameEngine, own_folders: Path, text: str | bytes):
    write(own_folders, text)
    assert drawing_of(own_engine, KIND, "mine") is None


async def test_only_a_name_of_a_known_kind_leads_to_one(own_engine: GameEngine, own_folders: Path):
    write(own_folders, PLAIN)
    (own_folders / "data" / "secret.svg").write_text(PLAIN)
    for game, name in (("nothing", "mine"), (KIND, "../secret"), (KIND, ".."), (KIND, ""), (KIND, "a\0b")):
        assert drawing_of(own_engine, game, name) is None


async def test_the_data_folder_goes_before_what_is_bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(tmp_path / "data"))
    monkeypatch.setenv("ECHOES__PATHS__BUNDLED", str(ROOT / "data"))
    engine = open_engine()
    bundled_one = drawing_of(engine, KIND, "wrong_umbrella")
    assert bundled_one and len(bundled_one.titles) == 2
    write(tmp_path, PLAIN, "wrong_umbrella")
    own = drawing_of(engine, KIND, "wrong_umbrella")
    assert own and own.titles == {"en": "A bell"}
    write(tmp_path, "broken", "wrong_umbrella")
    assert drawing_of(engine, KIND, "wrong_umbrella") == bundled_one
