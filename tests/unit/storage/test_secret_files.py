"""Secrets that are kept in files."""

from pathlib import Path

from echoes.storage.secret_files import kept_secret


def test_the_secret_is_made_once_and_is_for_nobody_else(tmp_path: Path):
    path = tmp_path / "game_storage" / "web_secret"
    secret = kept_secret(path)
    assert kept_secret(path) == secret and len(secret) > 40
    assert path.stat().st_mode & 0o077 == 0
    assert [file.name for file in path.parent.iterdir()] == ["web_secret"]
