"""Bounds on what visitors do."""

from dataclasses import replace

import pytest

from echoes.config import WebSettings
from echoes.core.errors import StorageFailed
from echoes.core.operation.counters import InMemoryCounters
from echoes.interfaces.web.actions import visitor_message
from echoes.interfaces.web.i18n import all_texts
from echoes.interfaces.web.rate_limits import RateLimits, TooManyGames
from echoes.interfaces.web.visitors import Visitor

ANN = Visitor("web-ann", "Ann", "en")


async def test_new_games_of_one_address_have_a_bound_of_their_own():
    """A cookie that was thrown away is no new allowance; how many requests may come has no say in it."""
    bounds = WebSettings(games_per_hour=2, address_games_per_hour=3, requests_per_minute=1)
    limits = RateLimits(bounds, InMemoryCounters())
    ann, bo = replace(ANN, address="192.0.2.1"), Visitor("web-bo", "Bo", "en", address="192.0.2.1")
    for visitor in (ann, ann, bo):
        await limits.count("game", visitor)
    with pytest.raises(TooManyGames, match=r"Wait, or raise web\.address_games_per_hour\.") as refused:
        await limits.count("game", bo)
    assert visitor_message(refused.value, "en") == all_texts()["en"]["too_many_games"]
    await limits.count("game", replace(bo, address="192.0.2.2"))
    with pytest.raises(TooManyGames, match=r"raise web\.games_per_hour\."):
        await limits.count("game", replace(ann, address="192.0.2.3"))


def test_wrong_passwords_are_bounded_for_an_address_and_in_all():
    """Addresses are cheap: whoever has a thousand may guess no more than a few have."""
    limits = RateLimits(WebSettings(), InMemoryCounters())
    for _ in range(10):
        assert limits.may_guess("password", "192.0.2.1")
        limits.note_wrong("password", "192.0.2.1")
    assert not limits.may_guess("password", "192.0.2.1")
    tried = 10
    while limits.may_guess("password", f"198.51.100.{tried}"):
        limits.note_wrong("password", f"198.51.100.{tried}")
        tried += 1
    assert tried == 60


def test_a_right_password_is_not_counted():
    limits = RateLimits(WebSettings(), InMemoryCounters())
    assert all(limits.may_guess("password", "192.0.2.1") for _ in range(100))


async def test_while_the_storage_fails_each_worker_counts_for_itself(monkeypatch: pytest.MonkeyPatch):
    counters = InMemoryCounters()

    def fail(*_: object) -> float:
        raise StorageFailed("the database can't be reached")

    monkeypatch.setattr(counters, "add", fail)
    limits = RateLimits(WebSettings(games_per_hour=1), counters)
    await limits.count("game", ANN)
    with pytest.raises(TooManyGames):
        await limits.count("game", ANN)
