"""Documents of the store, put and removed in batches: a batch counts as a whole or not at all."""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from echoes.core.errors import StorageFailed
from echoes.core.memories import INDEXED
from echoes.core.protocols import JsonObject

if TYPE_CHECKING:
    from langgraph.store.base import BaseStore

UNLIMITED = 1_000_000
"""A limit for a store that asks for one; more than any namespace holds."""

_BATCH = 500

Namespace = tuple[str, ...]
DocumentChange = tuple[Namespace, str, JsonObject | None]
"""Namespace, key and value; None removes the document."""


class Documents:
    """A thin layer over LangGraph's store.

    Args:
        store: the store.
    """

    def __init__(self, store: "BaseStore") -> None:
        self.store = store

    async def below(self, *namespace: str) -> dict[tuple[Namespace, str], JsonObject]:
        """Return all documents of a namespace and those below it."""
        items = await self.store.asearch(namespace, limit=UNLIMITED)
        return {(item.namespace, item.key): item.value for item in items}

    async def apply(self, changes: Sequence[DocumentChange]) -> None:
        """Put and remove documents; those of players are indexed by their `content`.

        They are stored without an index if the embedder fails. Up to 500 changes are one transaction.

        Raises:
            StorageFailed: nothing of the failing transaction was stored.
        """
        for start in range(0, len(changes), _BATCH):
            await self._apply_batch(changes[start : start + _BATCH])

    async def _apply_batch(self, changes: Sequence[DocumentChange]) -> None:
        from langgraph.store.base import PutOp

        try:
            await self.store.abatch(
                [
                    PutOp(where, key, value and {**value}, index=None if where[0] == INDEXED else False)
                    for where, key, value in changes
                ]
            )
        except StorageFailed:
            raise
        except Exception as error:  # noqa: BLE001 - whatever an embedder raises
            logging.getLogger(__name__).warning("memories could not be indexed by meaning (%s)", error)
            await self.store.abatch(
                [PutOp(where, key, value and {**value}, index=False) for where, key, value in changes]
            )

    async def clear(self, *namespace: str) -> None:
        """Remove all documents of a namespace and those below it."""
        await self.apply([(where, key, None) for where, key in await self.below(*namespace)])
