"""The puzzle files are read again when they have changed, and one that can't be read spoils no other."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.support import canary_puzzle, write_puzzle

from echoes.app import open_engine
from echoes.config import load_config
from echoes.core.errors import UnknownName
from echoes.engine.engine import GameEngine
from echoes.engine.scenarios.ingest import ingest


def titles(engine: GameEngine) -> list[str]:
    return [scenario.title for _, scenario in engine.scenarios.list_all()]


def test_an_edited_file_is_read_again(own_engine: GameEngine, bell: Path):
    assert titles(own_engine) == ["The Silent Bell"]
    write_puzzle(bell.parent, canary_puzzle(title="Another"))
    assert titles(own_engine) == ["Another"]


def test_a_link_to_nowhere_spoils_no_other_puzzle(own_engine: GameEngine, bell: Path):
    (bell.parent / ".#silent_bell_en.json").symlink_to("nobody@nowhere.1")
    assert titles(own_engine) == ["The Silent Bell"]
    assert own_engine.scenarios.get("silent_bell", None)[1].id == "silent_bell"


async def test_a_damaged_copy_of_a_version_is_written_anew(own_engine: GameEngine, bell: Path):
    await own_engine.create_session("silent_bell")
    [copy] = (bell.parents[2] / "game_storage" / "puzzles").glob("*.json")
    copy.write_text("{broken")
    await own_engine.create_session("silent_bell")
    assert json.loads(copy.read_text())["id"] == "silent_bell"


@pytest.fixture
async def installed(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GameEngine]:
    """An engine with one bundled puzzle, as an installed package has it."""
    write_puzzle(own_folders / "bundled" / "situation_puzzles", canary_puzzle())
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    monkeypatch.setenv("ECHOES__PATHS__BUNDLED", str(own_folders / "bundled"))
    async with open_engine(load_config()) as engine:
        yield engine


def listing(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


async def test_a_puzzle_that_is_taken_in_covers_the_bundled_one_until_it_is_removed(
    installed: GameEngine, tmp_path: Path
):
    before = listing(tmp_path / "bundled")
    write_puzzle(tmp_path / "in", canary_puzzle(title="Another"))
    [result] = await ingest(installed, [tmp_path / "in"])
    assert (result.status, titles(installed)) == ("updated", ["Another"])
    assert installed.scenarios.get("silent_bell", "en")[1].title == "Another"
    [removed] = installed.scenarios.remove("silent_bell")
    assert removed == tmp_path / "data" / "situation_puzzles" / "silent_bell_en.json"
    assert titles(installed) == ["The Silent Bell"]
    assert listing(tmp_path / "bundled") == before


async def test_a_bundled_puzzle_that_is_taken_in_again_is_not_copied(installed: GameEngine, tmp_path: Path):
    [result] = await ingest(installed, [tmp_path / "bundled" / "situation_puzzles"])
    assert result.status == "ingested"
    assert not (tmp_path / "data").exists()


def test_languages_of_one_puzzle_may_lie_in_both_folders(installed: GameEngine, tmp_path: Path):
    write_puzzle(tmp_path / "data" / "situation_puzzles", canary_puzzle(language="zh", title="钟"))
    assert titles(installed) == ["The Silent Bell", "钟"]
    assert installed.scenarios.get("silent_bell", None)[1].language == "en"
    assert installed.scenarios.get("silent_bell", "zh")[1].title == "钟"


@pytest.mark.parametrize("name", ["silent_bell", "silent?bell", "../silent_bell", "*", "nope"])
def test_only_what_was_taken_in_can_be_removed(installed: GameEngine, tmp_path: Path, name: str):
    write_puzzle(tmp_path / "data" / "situation_puzzles", canary_puzzle(id="other"))
    with pytest.raises(UnknownName, match="was taken in"):
        installed.scenarios.remove(name)
    assert len(titles(installed)) == 2
