"""Modes are kept on disk, and a file that is no good costs one search and nothing else."""

from pathlib import Path

import pytest

from echoes.models.structured.mode_cache import ModeCache


def test_another_process_finds_the_mode(tmp_path: Path):
    path = tmp_path / "models" / "endpoints.json"
    ModeCache(path).put("api http://one m", "json")
    found = ModeCache(path)
    assert (found.get("api http://one m"), found.get("api http://two m")) == ("json", None)


@pytest.mark.parametrize("content", [b"", b"[1]", b'{"e": "xml"}', b'{"e": ["json"]}', b"\xff", b"null"])
def test_a_file_without_a_known_mode_is_ignored(content: bytes, tmp_path: Path):
    path = tmp_path / "endpoints.json"
    path.write_bytes(content)
    cache = ModeCache(path)
    assert cache.get("e") is None
    cache.put("e", "plain")
    assert ModeCache(path).get("e") == "plain"


def test_a_file_that_can_t_be_written_leaves_the_mode_in_memory(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    cache = ModeCache(tmp_path / "file" / "endpoints.json")
    cache.put("e", "json")
    assert cache.get("e") == "json"
