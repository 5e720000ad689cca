"""Files: whose they are, and that they are written as a whole."""

import logging
import os
import shutil
from pathlib import Path

import pytest

from echoes.core.files import writing as files
from echoes.core.files.writing import (
    atomic_write,
    close_to_others,
    private_file,
    private_folder,
    private_opener,
    remove_folder,
)

pytestmark = [pytest.mark.skipif(os.name != "posix", reason="no such rights here")]


def rights(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture(autouse=True)
def _first_time(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(files, "_noticed", [])


def test_what_is_made_is_for_its_owner_alone(tmp_path: Path):
    folder = private_folder(tmp_path / "a" / "b")
    private_file(folder / "empty")
    atomic_write(folder / "c" / "whole", "text", private=True)
    with open(folder / "opened", "w", opener=private_opener) as file:
        file.write("text")
    made = {path.name: rights(path) for path in (tmp_path / "a").rglob("*")}
    assert made == {"b": 0o700, "empty": 0o600, "c": 0o700, "whole": 0o600, "opened": 0o600}
    assert rights(tmp_path / "a") == 0o700


def test_what_others_need_stays_open_to_them(tmp_path: Path):
    os.umask(mask := os.umask(0))
    atomic_write(tmp_path / "public", "text")
    assert rights(tmp_path / "public") == 0o666 & ~mask


def test_a_private_file_keeps_what_is_in_it(tmp_path: Path):
    path = tmp_path / "kept"
    path.write_text("text")
    assert private_file(path).read_text() == "text"


def test_what_was_open_is_closed_and_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name).chmod(0o755)
    with caplog.at_level(logging.WARNING):
        for name in ("one", "two", "one"):
            private_folder(tmp_path / name)
    assert [rights(tmp_path / name) for name in ("one", "two")] == [0o700, 0o700]
    assert [record.message.partition(" ")[0] for record in caplog.records] == [str(tmp_path / "one")]


def test_rights_that_cannot_be_changed_stop_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def refuse(path: Path, mode: int) -> None:
        raise PermissionError

    tmp_path.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", refuse)
    close_to_others(tmp_path)
    assert "may not change that" in caplog.text
    close_to_others(tmp_path / "nothing")


def test_a_folder_is_removed_though_a_file_in_it_vanishes_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = private_folder(tmp_path / "index")
    for name in ("journal", "rows"):
        private_file(folder / name)
    remove, tries = shutil.rmtree, list[Path]()

    def disturbed(path: Path) -> None:
        tries.append(path)
        if len(tries) == 1:
            (path / "journal").unlink()
            raise FileNotFoundError(path / "journal")
        remove(path)

    monkeypatch.setattr(shutil, "rmtree", disturbed)
    remove_folder(folder)
    assert (folder.exists(), len(tries)) == (False, 2)
    remove_folder(folder)
    assert len(tries) == 2
