"""The puzzle files are read again when they have changed, and one that can't be read spoils no other."""

import json
from pathlib import Path

from tests.support import canary_puzzle, write_puzzle

from echoes.engine.engine import GameEngine


def titles(engine: GameEngine) -> list[str]:
    return [scenario.title for _, scenario in engine.puzzles.scenarios()]


def test_an_edited_file_is_read_again(own_engine: GameEngine, bell: Path):
    assert titles(own_engine) == ["The Silent Bell"]
    write_puzzle(bell.parent, canary_puzzle(title="Another"))
    assert titles(own_engine) == ["Another"]


def test_a_link_to_nowhere_spoils_no_other_puzzle(own_engine: GameEngine, bell: Path):
    (bell.parent / ".#silent_bell_en.json").symlink_to("nobody@nowhere.1")
    assert titles(own_engine) == ["The Silent Bell"]
    assert own_engine.puzzles.get("silent_bell", None)[1].id == "silent_bell"


async def test_a_damaged_copy_of_a_version_is_written_anew(own_engine: GameEngine, bell: Path):
    await own_engine.create_session("silent_bell")
    [copy] = (bell.parents[2] / "game_storage" / "puzzles").glob("*.json")
    copy.write_text("{broken")
    await own_engine.create_session("silent_bell")
    assert json.loads(copy.read_text())["id"] == "silent_bell"
