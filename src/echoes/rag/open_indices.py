"""The indices that are open, a bounded number of them."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from echoes.core.documents import Passage
from echoes.rag.providers.base import BaseRAGProvider


class IndexKey(NamedTuple):
    """The knowledge base, version and tier of an index."""

    kb_id: str
    version: str
    tier: str


class _OpenIndex:
    """An index, and how many are using it."""

    def __init__(self, index: BaseRAGProvider) -> None:
        self.index = index
        self.users = 0
        self._opening = asyncio.Lock()
        self._is_open = False

    async def ready(self) -> BaseRAGProvider:
        """Open the index unless it is, and return it."""
        async with self._opening:
            if not self._is_open:
                await self.index.ainitialize()
                self._is_open = True
        return self.index


class OpenIndices:
    """A cache of open indices; of those not in use, the one unused for longest is closed first.

    Args:
        create: returns the index of a key, not yet open.
        limit: the number of indices that stay open.
    """

    def __init__(self, create: Callable[[IndexKey], BaseRAGProvider], limit: int) -> None:
        self._create = create
        self._limit = limit
        self._open: dict[IndexKey, _OpenIndex] = {}

    @asynccontextmanager
    async def lease(self, key: IndexKey) -> AsyncGenerator[BaseRAGProvider]:
        """Open an index, or take the open one, and keep it open meanwhile.

        Raises:
            IndexFailed: it can't be opened.
        """
        held = self._open.pop(key, None) or _OpenIndex(self._create(key))
        self._open[key] = held  # as the last used
        held.users += 1
        try:
            yield await held.ready()
        finally:
            held.users -= 1
            await self._close_surplus()

    async def _close_surplus(self) -> None:
        while len(self._open) > self._limit:  # looked at anew each time: closing lets others have a turn
            unused = next((key for key, held in self._open.items() if not held.users), None)
            if unused is None:
                return
            await self._open.pop(unused).index.aclose()

    async def close(self, kb_id: str | None = None) -> None:
        """Close the indices of a knowledge base, or all of them."""
        for key in [key for key in self._open if kb_id in (None, key.kb_id)]:
            if held := self._open.pop(key, None):
                await held.index.aclose()


class LeasedIndex:
    """One index, opened whenever it is searched."""

    def __init__(self, indices: OpenIndices, key: IndexKey) -> None:
        self._indices, self._key = indices, key

    async def aquery(self, query: str, limit: int, kind: str | None = None) -> list[Passage]:
        """Return the nearest documents, best first."""
        async with self._indices.lease(self._key) as index:
            return await index.aquery(query, limit, kind)
