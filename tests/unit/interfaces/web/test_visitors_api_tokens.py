"""A token of the API stands for a cookie, and nobody else can make one."""

import pytest

from echoes.interfaces.web.visitors import ApiTokens

TOKENS = ApiTokens("a secret of the server")


def test_a_token_holds_what_a_cookie_would():
    held = TOKENS.session_of(f"Bearer {TOKENS.give('Ann', 'zh', None)}")
    assert (held["name"], held["lang"], held["member"]) == ("Ann", "zh", None)
    assert str(held["player"]).startswith("web-")
    other = TOKENS.session_of(f"bearer {TOKENS.give('Ann', 'zh', None)}")
    assert other["player"] != held["player"]


@pytest.mark.parametrize("scheme", ["", "Basic ", "Bearer x", "Bearer "])
def test_what_is_no_token_holds_nothing(scheme: str):
    assert TOKENS.session_of(scheme) == {}


def test_a_token_of_another_server_holds_nothing():
    foreign = ApiTokens("another secret of a server").give("Ann", "en", None)
    assert TOKENS.session_of(f"Bearer {foreign}") == {}


def test_a_token_is_good_for_a_year(monkeypatch: pytest.MonkeyPatch):
    token = TOKENS.give("Ann", "en", None)
    import itsdangerous.timed

    now = itsdangerous.timed.time.time()
    monkeypatch.setattr(itsdangerous.timed.time, "time", lambda: now + 366 * 24 * 3600)
    assert TOKENS.session_of(f"Bearer {token}") == {}
