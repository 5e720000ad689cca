"""The smallest pack of each kind and language: whole, without findings, and everything in it can be reached."""

from pathlib import Path
from typing import Any

import pytest

from echoes.app import game_types
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.games.base import AnyGame
from echoes.games.heist.pack.random_walk import walk_score
from echoes.games.party.pack.random_walk import walk_module
from echoes.games.story.pack.random_walk import walk_story

WALKS: dict[str, Any] = {"story": walk_story, "heist": walk_score, "party": walk_module}


@pytest.fixture(scope="module")
def kinds() -> dict[str, AnyGame]:
    return {name: game for name, game in game_types(load_config()).items() if name in WALKS}


def written(game: AnyGame, folder: Path, language: str = "en", change: tuple[str, str] = ("", "")) -> Path:
    """Write the smallest pack, with something in it changed."""
    pack = folder / "first"
    pack.mkdir(parents=True)
    for name, text in game.smallest("first", language).items():
        assert change[0] in text
        (pack / name).write_text(text.replace(*change), "utf-8")
    return pack


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", [*WALKS])
def test_it_has_no_findings_and_all_of_it_is_reached(
    kinds: dict[str, AnyGame], kind: str, language: str, tmp_path: Path
):
    [report] = kinds[kind].read_file(written(kinds[kind], tmp_path, language))
    assert report.error is None and report.scenario
    assert (report.scenario.id, report.scenario.language) == ("first", language)
    assert kinds[kind].lint(report.scenario) == []
    assert WALKS[kind](report.scenario, 1, walks=60) == []
    assert kinds[kind].load(report.scenario.to_json()).content_hash == report.scenario.content_hash


@pytest.mark.parametrize("kind", [*WALKS])
def test_both_languages_have_the_same_mechanics(kinds: dict[str, AnyGame], kind: str, tmp_path: Path):
    def shape(value: Any) -> Any:
        if isinstance(value, dict):
            own = ("wordings", "cues", "language")
            return {key: shape(one) for key, one in value.items() if key not in own}
        return [*map(shape, value)] if isinstance(value, list) else isinstance(value, str) or value

    reports = [kinds[kind].read_file(written(kinds[kind], tmp_path / one, one))[0] for one in ("en", "zh")]
    english, chinese = (report.scenario.to_json() for report in reports if report.scenario)
    assert shape(english) == shape(chinese)


@pytest.mark.parametrize(
    ("kind", "change", "error"),
    [
        (
            "story",
            ("at: yard\n    lines", "at: yrad\n    lines"),
            "there is no place 'yrad'; the nearest is 'yard'",
        ),
        (
            "heist",
            ("done: bakery.door", "done: bakery.dor"),
            "there is no scene.obstacle 'bakery.dor'; the nearest",
        ),
        ("party", ("dc: 12", "dc: high"), "'high' stands where there should be a whole number"),
    ],
)
def test_what_an_author_gets_wrong_in_it_is_named_with_its_line(
    kinds: dict[str, AnyGame], kind: str, change: tuple[str, str], error: str, tmp_path: Path
):
    [report] = kinds[kind].read_file(written(kinds[kind], tmp_path, change=change))
    assert report.error and report.error.startswith("first: ") and ", line " in report.error
    assert error in report.error


def test_a_folder_without_the_name_of_an_id_gets_none(kinds: dict[str, AnyGame]):
    with pytest.raises(BadInput, match="'My Story' is no id"):
        kinds["story"].smallest("My Story", "en")


def test_a_pack_is_known_by_its_main_file(kinds: dict[str, AnyGame], tmp_path: Path):
    pack = written(kinds["story"], tmp_path)
    known = {name for name, game in kinds.items() if game.recognizes(pack)}
    assert (
        known == {name for name, game in kinds.items() if game.recognizes(pack / "story.yaml")} == {"story"}
    )


def test_only_what_stands_in_a_pack_is_asked_for(kinds: dict[str, AnyGame], tmp_path: Path):
    """The endings that come by the rules have a text without an author; a small score has no room for all."""
    [report] = kinds["heist"].read_file(written(kinds["heist"], tmp_path))
    assert report.scenario
    endings: Any = report.scenario.to_json()["endings"]
    assert {"broken", "caught", "walked", "page"} == {*endings}
    assert kinds["heist"].teaser(report.scenario).startswith("The best bread in town")
