"""The author's part of a kind of game: files, operations, and honest words where it has nothing."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from echoes.core.errors import BadInput
from echoes.core.log.entries import Operation
from echoes.games.authoring import Authoring
from echoes.games.scenario import ImportOptions


class Correction(BaseModel):
    """The arguments of an operation."""

    turn: int
    facts: list[str] = []


class Riddle(Authoring[Any, Any, Any]):
    """A kind of game whose scenarios are JSON files."""

    name = "riddle"
    operations = {"correct": Correction}  # noqa: RUF012

    def read_file(self, path: Path) -> list[Any]:
        return [path.name]

    def load(self, data: Any) -> Any:
        return data


GAME = Riddle()


def test_files_of_a_folder_are_found_by_their_id(tmp_path: Path):
    for name in ("bell_en.json", "bell_zh.json", "other_en.json", "bell.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in GAME.find_files(tmp_path, "bell")] == ["bell_en.json", "bell_zh.json"]
    assert len(GAME.find_files(tmp_path)) == 3


@pytest.mark.parametrize("name", ["bell[1]", "b*ll", "b?ll", "钟_1-a"])
def test_an_id_finds_itself_and_is_no_pattern(name: str, tmp_path: Path):
    for one in (f"{name}_en.json", "ball_en.json", "bell_en.json"):
        (tmp_path / one).touch()
    assert GAME.find_files(tmp_path, name) == [tmp_path / f"{name}_en.json"]


@pytest.mark.parametrize("name", ["../bell", "/bell", "x/bell", "..", "b" * 5000, "bell\0"])
def test_what_can_be_no_name_of_a_file_finds_none(name: str, tmp_path: Path):
    (tmp_path / "x").mkdir()
    for folder in (tmp_path, tmp_path / "x"):
        (folder / "bell_en.json").touch()
    assert GAME.find_files(tmp_path / "x", name) == []


def test_an_import_reads_files_and_folders_and_names_what_is_not_there(tmp_path: Path):
    (tmp_path / "a_en.json").touch()
    batch = GAME.import_files([tmp_path, tmp_path / "a_en.json"], ImportOptions(), None)  # type: ignore[arg-type]
    assert (batch.count, [*batch.reports]) == (2, ["a_en.json", "a_en.json"])
    (tmp_path / "empty").mkdir()
    for path, said in ((tmp_path / "none", "does not exist"), (tmp_path / "empty", "holds no file")):
        with pytest.raises(BadInput, match=said):
            GAME.import_files([path], ImportOptions(), None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "read"),
    [
        ({"turn": "3"}, (3, [])),
        ({"turn": ["3"], "facts": ["a"]}, (3, ["a"])),
        ({"turn": 3, "facts": ["a", "b"]}, (3, ["a", "b"])),
    ],
)
def test_arguments_of_an_operation_are_read_as_a_command_line_has_them(arguments: Any, read: Any):
    found = GAME.operation(Operation(name="correct", arguments=arguments))
    assert isinstance(found, Correction) and (found.turn, found.facts) == read


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("fly", {}, "correct"),
        ("correct", {}, "argument 'turn'"),
        ("correct", {"turn": "x"}, "argument 'turn'"),
    ],
)
def test_what_is_no_operation_or_does_not_fit_is_refused_with_what_there_is(
    name: str, arguments: Any, said: str
):
    with pytest.raises(BadInput) as refused:
        GAME.operation(Operation(name=name, arguments=arguments))
    assert said in f"{refused.value.problem} {refused.value.remedy}"


async def test_a_kind_without_a_form_a_test_or_a_schema_says_so_with_a_remedy():
    for asked in (lambda: GAME.from_form({}, None), GAME.schema, lambda: GAME.decide(None, [])):
        with pytest.raises(BadInput) as refused:
            asked()
        assert refused.value.remedy
    with pytest.raises(BadInput, match="no test"):
        await GAME.test(None, None, 1)
    assert (GAME.form(None, "en"), GAME.gaps(None, [], "en"), GAME.drafter(None, None, None, [])) == (
        [],
        [],
        None,
    )  # type: ignore[arg-type]
