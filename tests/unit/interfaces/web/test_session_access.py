"""Access to sessions."""

import pytest

from echoes.core.errors import BadInput
from echoes.interfaces.web.session_access import RoomTokens, check_access
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
