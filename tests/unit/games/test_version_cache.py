"""What is made of a scenario is made once for each version of it."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from threading import Barrier, Thread
from typing import Any

import pytest

from echoes.core.protocols import JsonObject
from echoes.games.version_cache import VersionCache


@dataclass(frozen=True)
class Version:
    id: str = "lamp"
    language: str = "en"
    content_hash: str = "1"
    title: str = "The lamp"

    def to_json(self) -> JsonObject:
        return {}


def keyed(version: Version) -> tuple[str, str, str]:
    return version.id, version.language, version.content_hash


def test_a_version_is_made_once():
    made: list[Version] = []

    def make(one: Version) -> None:  # what is made may be nothing, too
        made.append(one)

    cache = VersionCache(make, 4)
    assert [cache.of(Version()), cache.of(Version())] == [None, None]
    assert made == [Version()]


@pytest.mark.parametrize("changed", [Version(id="bell"), Version(language="zh"), Version(content_hash="2")])
def test_another_version_is_made_anew(changed: Version):
    cache = VersionCache(keyed, 4)
    assert [cache.of(Version()), cache.of(changed)] == [keyed(Version()), keyed(changed)]


def test_the_least_recently_used_is_dropped():
    made: list[str] = []

    def make(one: Version) -> str:
        made.append(one.id)
        return one.id

    cache = VersionCache(make, 2)
    for scenario in ("a", "b", "a", "c", "a", "b"):
        cache.of(Version(id=scenario))
    assert made == ["a", "b", "c", "b"]


async def test_threads_that_ask_at_once_make_it_once():
    made: list[Version] = []
    at_once = Barrier(4)

    def make(one: Version) -> int:
        made.append(one)
        return len(made)

    cache = VersionCache(make, 4)

    def ask() -> int:
        at_once.wait(10)
        return cache.of(Version())

    assert await asyncio.gather(*(asyncio.to_thread(ask) for _ in range(4))) == [1] * 4


def test_another_thread_can_not_push_out_what_is_just_being_kept(monkeypatch: pytest.MonkeyPatch):
    cache = VersionCache(keyed, 1)
    beside = Thread(target=cache.of, args=(Version(id="bell"),))

    class Interrupted(OrderedDict[Any, Any]):
        def __setitem__(self, key: Any, value: Any) -> None:
            super().__setitem__(key, value)
            if key == keyed(Version()):
                beside.start()
                beside.join(0.3)

    monkeypatch.setattr(cache, "_made", Interrupted())
    assert cache.of(Version()) == keyed(Version())
    beside.join()
