"""Access to sessions, and the secret that guards it."""

from pathlib import Path

import pytest

from echoes.core.errors import BadInput
from echoes.interfaces.web.access import RoomTokens, check_access, kept_secret
from echoes.interfaces.web.visitors import Visitor

ANN = Visitor("web-ann", "Ann", "en")


def test_a_session_is_for_its_player_and_for_whoever_has_its_link():
    tokens, other = RoomTokens("one"), RoomTokens("another")
    check_access(ANN, "s", "web-ann", "", tokens)
    check_access(ANN, "s", "web-bo", tokens.token("s"), tokens)
    check_access(Visitor("web-ann", "Ann", "en", rooms=("s",)), "s", "web-bo", "", tokens)
    for token in ("", "x", tokens.token("s")[:-1], tokens.token("t"), other.token("s")):
        with pytest.raises(BadInput):
            check_access(ANN, "s", "web-bo", token, tokens)


def test_the_secret_is_made_once_and_is_for_nobody_else(tmp_path: Path):
    path = tmp_path / "game_storage" / "web_secret"
    secret = kept_secret(path)
    assert kept_secret(path) == secret and len(secret) > 40
    assert path.stat().st_mode & 0o077 == 0
    assert [file.name for file in path.parent.iterdir()] == ["web_secret"]
