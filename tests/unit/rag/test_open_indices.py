"""Indices are let go of again, but never one that is being searched."""

import asyncio
from pathlib import Path
from typing import Any, cast

from echoes.core.documents import Document
from echoes.core.seats.roles import Role, Tier
from echoes.models.providers.embedded import EmbeddedEmbeddings
from echoes.rag.knowledge_base import KnowledgeBase
from echoes.rag.open_indices import IndexKey, OpenIndices
from echoes.rag.provider_factory import RAGProviderFactory

KEYS = [IndexKey("game_x_en", "v1", str(number)) for number in range(5)]


class FakeIndex:
    def __init__(self, key: IndexKey, log: list[str]) -> None:
        self._name, self._log = key.tier, log

    async def ainitialize(self) -> None:
        self._log.append(f"+{self._name}")

    async def aclose(self) -> None:
        self._log.append(f"-{self._name}")


def cache(limit: int) -> tuple[OpenIndices, list[str]]:
    log: list[str] = []
    return OpenIndices(lambda key: cast("Any", FakeIndex(key, log)), limit), log


async def test_the_one_unused_for_longest_is_closed_first():
    indices, log = cache(2)
    for number in (0, 1, 0, 2):
        async with indices.lease(KEYS[number]):
            pass
    assert log == ["+0", "+1", "+2", "-1"]


async def test_an_index_in_use_stays_open_beyond_the_limit():
    indices, log = cache(1)
    async with indices.lease(KEYS[0]), indices.lease(KEYS[1]), indices.lease(KEYS[2]):
        assert log == ["+0", "+1", "+2"]
    assert len(log) == 5


async def test_two_that_want_the_same_index_at_once_open_it_once():
    indices, log = cache(1)

    async def use() -> None:
        async with indices.lease(KEYS[0]):
            await asyncio.sleep(0)

    await asyncio.gather(use(), use())
    assert log == ["+0"]


async def test_a_retriever_finds_the_same_after_its_index_was_closed(tmp_path: Path):
    base = KnowledgeBase(tmp_path, RAGProviderFactory("local", EmbeddedEmbeddings()))
    await base.build("game_x_en", "X", "v1", [Document("a", "a lamp", Tier.PUBLIC, "text")], {})
    retriever = await base.retriever("game_x_en", "v1", Role.PLAYER)
    before = await retriever.search("lamp")
    await base.close_all()
    assert await retriever.search("lamp") == before != []


async def test_an_index_that_is_wanted_while_others_are_closed_stays_open():
    closing, go_on, closed = asyncio.Event(), asyncio.Event(), list[str]()

    class SlowIndex(FakeIndex):
        async def aclose(self) -> None:
            closing.set()
            await go_on.wait()
            closed.append(self._name)

    indices = OpenIndices(lambda key: cast("Any", SlowIndex(key, [])), 2)
    for number in (0, 1):
        async with indices.lease(KEYS[number]):
            pass

    async def use_two() -> None:
        async with indices.lease(KEYS[2]), indices.lease(KEYS[3]):
            pass

    others = asyncio.create_task(use_two())
    await closing.wait()
    async with indices.lease(KEYS[1]):
        go_on.set()
        await others
        assert "1" not in closed
