"""Sources: files of folders and archives in a fixed order, each within its bounds, none of them a trap."""

import os
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from tests.unit.games.situation_puzzle.importing.library import written, zipped

from echoes.core.errors import BadInput
from echoes.games.situation_puzzle.importing import sources
from echoes.games.situation_puzzle.importing.sources import (
    Unreadable,
    read_regular,
    refuse_bombs,
    source_files,
    unpacked,
)


def names(*paths: Path) -> list[str]:
    return [file.name for file in source_files(paths)]


def archive_of(**sizes: int) -> Any:
    """Return an archive whose members claim sizes of their own."""
    archive = zipfile.ZipFile(BytesIO(), "w")
    for name, size in sizes.items():
        info = zipfile.ZipInfo(name)
        archive.writestr(info, b"x")
        info.file_size, info.compress_size = size, 1
    return archive


def test_a_folder_is_read_in_order_and_what_is_hidden_or_no_puzzle_is_left_out(tmp_path: Path):
    for name in ("b/two.json", "a.json", ".hidden/x.json", ".x.json", "__MACOSX/x.json", "picture.png"):
        written(tmp_path, name, "{}")
    assert names(tmp_path) == ["a.json", "b/two.json"]


def test_a_file_that_was_named_is_told_from_one_that_was_found(tmp_path: Path):
    path = written(tmp_path, "a.json", "{}")
    assert [file.named for file in source_files([path, tmp_path])] == [True, False]


@pytest.mark.parametrize("name", ["missing", "."])
def test_what_is_not_there_or_holds_nothing_is_refused(tmp_path: Path, name: str):
    with pytest.raises(BadInput, match=r"does not exist|holds no puzzle file"):
        names(tmp_path / name)


def test_an_archive_is_read_by_its_members_but_not_an_archive_in_it(tmp_path: Path):
    packed = zipped({"b.json": "{}", "a.json": "{}", "in.zip": b"", ".x.json": "{}", "picture.png": b""})
    path = written(tmp_path, "all.zip", packed)
    found = [*source_files([path])]
    assert [file.name for file in found] == ["all.zip/a.json", "all.zip/b.json", "all.zip/in.zip"]
    assert [bool(file.error) for file in found] == [False, False, True]


def test_what_is_no_archive_is_said_so_in_a_line(tmp_path: Path):
    [file] = source_files([written(tmp_path, "all.zip", b"not a zip")])
    assert file.error and "\n" not in file.error


def test_names_of_an_old_archive_from_china_are_read(tmp_path: Path):
    # Without the flag for UTF-8, names are bytes of whatever code page the packer had.
    packed = zipped({"AAAA.json": "{}"}).replace(b"AAAA", "海龟".encode("gb18030"))
    assert names(written(tmp_path, "all.zip", packed)) == ["all.zip/海龟.json"]


def test_the_licence_beside_a_file_goes_with_it(tmp_path: Path):
    written(tmp_path, "LICENSE.txt", "MIT License\n\nCopyright")
    written(tmp_path, "a.json", "{}")
    assert {file.licence for file in source_files([tmp_path])} == {"MIT"}
    packed = zipped({"COPYING": "Creative Commons\nAttribution 4.0 International", "a.json": "{}"})
    assert {file.licence for file in source_files([written(tmp_path, "all.zip", packed)])} == {"CC-BY-4.0"}


def test_a_pipe_is_no_file_and_is_not_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "a.json")
    [file] = source_files([tmp_path / "a.json"])
    assert "no regular file" in file.error


def test_a_file_beyond_its_bound_is_refused(tmp_path: Path):
    path = written(tmp_path, "a.json", b"x" * (1024 * 1024 + 1))
    with pytest.raises(Unreadable, match="larger than 1 MB"):
        read_regular(path, 1)


@pytest.mark.parametrize(
    ("sizes", "said"),
    [({"bomb": 200_000_000}, "times its size"), ({f"f{n}": 1 for n in range(3)}, "more than 2 files")],
)
def test_an_archive_that_unpacks_to_far_more_than_it_is_is_refused(
    sizes: dict[str, int], said: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sources, "MAX_FILES", 2)
    with pytest.raises(Unreadable, match=said):
        refuse_bombs(archive_of(**sizes))


def test_a_member_is_read_no_further_than_it_says():
    with zipfile.ZipFile(BytesIO(zipped({"a.json": "123456"}))) as archive:
        info = archive.getinfo("a.json")
        assert unpacked(archive, info) == b"123456"
        info.file_size = 3
        with pytest.raises((Unreadable, zipfile.BadZipFile)):
            unpacked(archive, info)
