"""Archives: what was packed comes back, nothing is overwritten, and what is no archive is said."""

import tarfile
from pathlib import Path

import pytest

from echoes.core.errors import BadInput
from echoes.engine.operation.archives import add_versions, pack, unpack


@pytest.fixture
def storage(tmp_path: Path) -> Path:
    """A folder with one file, beside a storage of games with one version."""
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "log.jsonl").write_text("{}\n")
    (tmp_path / "games" / "puzzles").mkdir(parents=True)
    (tmp_path / "games" / "puzzles" / "bell.json").write_text("old")
    return tmp_path


def test_what_is_packed_comes_back_with_the_versions_that_are_played(storage: Path):
    file = storage / "backup.tar.gz"
    pack(storage / "files", storage / "games", file)
    assert file.stat().st_mode & 0o077 == 0, "for nobody but its owner"
    found = unpack(file, storage / "restored")
    assert (found / "log.jsonl").read_text() == "{}\n"
    assert (found / "puzzles" / "bell.json").read_text() == "old"
    assert not any(path.stat().st_mode & 0o077 for path in (found, *found.rglob("*"))), "nor what comes back"


def test_an_archive_overwrites_neither_a_file_nor_a_version(storage: Path):
    file = storage / "backup.tar.gz"
    pack(storage / "files", storage / "games", file)
    with pytest.raises(BadInput, match="File exists"):
        pack(storage / "files", storage / "other", file)
    there = storage / "there"
    (there / "puzzles").mkdir(parents=True)
    (there / "puzzles" / "bell.json").write_text("new")
    (storage / "files" / "puzzles" / "kite.json").write_text("kite")
    add_versions(storage / "files", there)
    assert (there / "puzzles" / "bell.json").read_text() == "new"
    assert (there / "puzzles" / "kite.json").read_text() == "kite"


def test_whoever_is_killed_leaves_no_half_archive_and_no_half_version(
    storage: Path, monkeypatch: pytest.MonkeyPatch
):
    file = storage / "backup.tar.gz"

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    for step in ("fsync", "link", "replace"):
        (files := storage / step).mkdir()
        with monkeypatch.context() as patch:
            patch.setattr(f"os.{step}", killed)
            with pytest.raises(KeyboardInterrupt):
                pack(files, storage / "games", file)
                add_versions(storage / "games", storage / "there")
        assert not file.exists() or step == "replace"
        assert not (storage / "there" / "puzzles" / "bell.json").exists()
    file.unlink()
    pack(storage / "files", storage / "games", file)
    assert (unpack(file, storage / "restored") / "log.jsonl").exists()


def test_what_is_no_backup_is_said_in_one_line(tmp_path: Path):
    (tmp_path / "text").write_text("no archive")
    with tarfile.open(tmp_path / "other.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "text", arcname="text")
    for name in ("missing", "text", "other.tar.gz"):
        with pytest.raises(BadInput) as raised:
            unpack(tmp_path / name, tmp_path / "out")
        assert "\n" not in str(raised.value) and name in str(raised.value)
