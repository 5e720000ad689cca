"""A file that was sent goes by a token: a path leads nowhere."""

import os
import stat
import time
from pathlib import Path

import pytest

from echoes.core.errors import BadInput
from echoes.games.situation_puzzle.importing.identity import collection_of
from echoes.interfaces.web.desk.uploads import Uploads


@pytest.mark.parametrize("name", ["stories.json", "bells.json"])
@pytest.mark.parametrize("alone", [True, False])
def test_a_file_that_is_sent_again_belongs_to_the_same_collection(tmp_path: Path, name: str, alone: bool):
    uploads = Uploads(tmp_path / "uploads")
    tokens = [uploads.keep(name, b"") for _ in range(2)]
    [collection] = {collection_of(uploads.path_of(token), alone) for token in tokens}
    assert collection in ("bells", "stories", "files")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("汤面.xlsx", "汤面.xlsx"),
        ("../../x.csv", "x.csv"),
        ("C:\\a\\b.json", "b.json"),
        ("a\0b?.tsv", "ab_.tsv"),
        ("", "file"),
        ("..", "file"),
        ("x" * 500 + ".zip", "x" * 100 + ".zip"),
    ],
)
def test_a_file_keeps_its_ending_and_no_folder(tmp_path: Path, name: str, kept: str):
    uploads = Uploads(tmp_path / "uploads")
    path = uploads.path_of(uploads.keep(name, b"content"))
    assert (path.name, path.read_bytes()) == (kept, b"content")
    assert path.parents[3] == tmp_path / "uploads"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "token", ["", ".", "..", "../secrets_of_the_serv", "/etc/passwd", "\0", None, 5, ["x"]]
)
def test_what_is_no_token_leads_nowhere(tmp_path: Path, token: object):
    (tmp_path / "secrets_of_the_serv").mkdir()
    (tmp_path / "secrets_of_the_serv" / "x").write_text("secret")
    with pytest.raises(BadInput):
        Uploads(tmp_path / "uploads").path_of(token)


def sent_long_ago(folder: Path) -> tuple[Uploads, str]:
    """A file that was sent two hours ago, by its token."""
    uploads = Uploads(folder)
    token = uploads.keep("old.csv", b"")
    long_ago = time.time() - 7200
    os.utime(folder / token, (long_ago, long_ago))
    return uploads, token


def test_an_old_file_is_not_read_and_gone_with_the_next(tmp_path: Path):
    uploads, token = sent_long_ago(tmp_path)
    with pytest.raises(BadInput):
        uploads.path_of(token)
    uploads.keep("new.csv", b"")
    assert not (tmp_path / token).exists()


def test_an_old_file_is_gone_though_nobody_sends_another(tmp_path: Path):
    uploads, token = sent_long_ago(tmp_path)
    uploads.drop_old()
    assert not (tmp_path / token).exists()
