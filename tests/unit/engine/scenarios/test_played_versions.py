"""Copies of what is played: by hash, replaced where damaged, and dropped when nobody plays them."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.support import canary_puzzle, event

from echoes.core.errors import StorageFailed
from echoes.engine.scenarios.played_versions import PlayedVersions
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

KIND = "situation_puzzle"
BELL = Puzzle.model_validate(canary_puzzle())


class Kind:
    """As much of a kind of game as copies are read by."""

    def load(self, data: Any) -> Puzzle:
        return Puzzle.model_validate(data)


@pytest.fixture
def versions(tmp_path: Path) -> PlayedVersions:
    return PlayedVersions({KIND: Kind()}, tmp_path)  # type: ignore[dict-item]


def started(content_hash: str = BELL.content_hash) -> Any:
    about = {"puzzle_id": BELL.id, "title": "x", "statement": "x", "lang": "en", "referee": "embedded"}
    return event(event="session_started", game_type=KIND, puzzle_hash=content_hash, **about)


def test_a_version_is_read_as_it_was_played(versions: PlayedVersions):
    assert versions.read(started()) is None
    versions.keep(KIND, BELL)
    assert versions.read(started()) == BELL
    assert versions.read(started("0" * 64)) is None


def test_a_copy_is_read_though_the_form_has_grown_since(versions: PlayedVersions, tmp_path: Path):
    """Whatever a later version writes with it by default, a session that began before goes on."""

    class Grown(Kind):
        def load(self, data: Any) -> Puzzle:
            return super().load({**data, "tags": [*data.get("tags", []), "by default"]})

    versions.keep(KIND, BELL)
    later = PlayedVersions({KIND: Grown()}, tmp_path).read(started())  # type: ignore[dict-item]
    assert later and later.content_hash != BELL.content_hash and later.statement == BELL.statement


def test_a_copy_is_read_once(versions: PlayedVersions):
    versions.keep(KIND, BELL)
    first = versions.read(started())
    versions.path_of(started()).unlink()
    assert versions.read(started()) is first


@pytest.mark.parametrize("damage", ["", "{", "[]", "{}", json.dumps(canary_puzzle(title="Another version"))])
def test_a_damaged_copy_is_none_and_is_replaced_by_the_next_game(versions: PlayedVersions, damage: str):
    versions.keep(KIND, BELL)
    path = versions.path_of(started())
    path.write_text(damage)
    assert versions.read(started()) is None
    versions.keep(KIND, BELL)
    assert versions.read(started()) == BELL


def test_what_nobody_plays_goes_but_not_what_has_just_begun(versions: PlayedVersions):
    versions.keep(KIND, BELL)
    path = versions.path_of(started())
    assert versions.drop([]) == 0, "it is young"
    os.utime(path, (1000, 1000))
    assert versions.drop([(BELL.id, "en", BELL.content_hash)]) == 0
    assert versions.drop([]) == 1 and not path.exists()


def test_a_version_that_is_played_again_is_young_again(versions: PlayedVersions):
    versions.keep(KIND, BELL)
    os.utime(versions.path_of(started()), (1000, 1000))
    versions.keep(KIND, BELL)
    assert versions.drop([]) == 0


def test_a_folder_that_cant_be_written_is_named_with_its_own_setting(tmp_path: Path):
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(StorageFailed, match="ECHOES__PATHS__GAME_STORAGE"):
        PlayedVersions({KIND: Kind()}, tmp_path / "file").keep(KIND, BELL)  # type: ignore[dict-item]
