"""Scenario files and their earlier versions: nothing that was written is lost by writing over it."""

import os
from pathlib import Path

import pytest
from tests.support import canary_puzzle

from echoes.core.errors import StorageFailed
from echoes.engine.scenarios.files import (
    drop_earlier,
    earlier_versions,
    is_earlier,
    keep_earlier,
    modified_at,
    replace_scenario,
    scenario_text,
    versioned_files,
    write_scenario,
    write_withdrawn,
)
from echoes.games.situation_puzzle.puzzle.schema import Puzzle


def puzzle(title: str) -> Puzzle:
    return Puzzle.model_validate(canary_puzzle(title=title))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bell_en.json"


def test_what_is_replaced_becomes_an_earlier_version_in_order(path: Path):
    for title in "abc":
        replace_scenario(path, puzzle(title))
    assert [file.name for file in earlier_versions(path)] == ["0001.json", "0002.json"]
    assert [is_earlier(path, puzzle(title)) for title in "abc"] == [True, True, False]
    assert path.read_text("utf-8") == scenario_text(puzzle("c"))


def test_a_version_is_as_old_as_what_it_holds(path: Path):
    replace_scenario(path, puzzle("a"))
    os.utime(path, (1000, 1000))
    replace_scenario(path, puzzle("b"))
    assert modified_at(earlier_versions(path)[0]) == 1000


def test_the_same_is_kept_once(path: Path):
    write_scenario(path, "x")
    keep_earlier(path)
    keep_earlier(path)
    assert len(earlier_versions(path)) == 1


def test_versions_are_ordered_by_number_and_go_on_after_the_last(path: Path):
    for number in ("0002", "0010", "note"):
        write_scenario(path.parent / "versions" / path.stem / f"{number}.json", number)
    assert write_withdrawn(path, "x").name == "0011.json"
    assert [file.stem for file in earlier_versions(path)] == ["0002", "0010", "0011"]


def test_a_withdrawn_scenario_keeps_its_place_until_it_is_dropped_for_good(path: Path):
    replace_scenario(path, puzzle("a"))
    keep_earlier(path)
    path.unlink()
    assert versioned_files(path.parent) == [path]
    drop_earlier(path)
    assert versioned_files(path.parent) == [] == earlier_versions(path)


def test_what_is_not_there_has_nothing_to_keep(path: Path):
    keep_earlier(path)
    assert earlier_versions(path) == []


def test_a_folder_that_can_not_be_written_is_named_with_a_remedy(path: Path):
    path.parent.joinpath("versions").write_text("in the way")
    write_scenario(path, "x")
    with pytest.raises(StorageFailed) as refused:
        keep_earlier(path)
    assert "ECHOES__PATHS__DATA" in refused.value.remedy
