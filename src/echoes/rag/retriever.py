"""A retriever that is bound to a role."""

from collections.abc import Sequence

import numpy as np

from echoes.core.documents import Passage
from echoes.core.protocols import EmbeddingClient
from echoes.rag.providers.base import BaseRAGProvider


class RoleRetriever:
    """Searches the indices that it was handed, and knows of no others.

    Which tiers those are was decided by `rag.access` when it was made: no argument of
    `search` names a tier, an id, a role or a folder.

    Args:
        indices: one open index a tier, for the tiers of the role.
        embedder: turns texts into vectors.
    """

    def __init__(self, indices: Sequence[BaseRAGProvider], embedder: EmbeddingClient) -> None:
        self.__indices = tuple(indices)
        self._embedder = embedder

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        """The nearest passages of the role's tiers, best first.

        Args:
            query: free text; an empty one finds nothing.
            limit: how many at the most, 1 to 50.
            kind: only documents of this type.
        """
        if not query.strip():
            return []
        limit = max(1, min(limit, 50))
        found = [passage for index in self.__indices for passage in await index.aquery(query, limit, kind)]
        return sorted(found, key=lambda passage: (-passage.score, passage.id))[:limit]

    async def nearness(self, texts: Sequence[str], others: Sequence[str]) -> list[float]:
        """How near each text is to the nearest of others, by the embedder alone, -1 to 1."""
        if not texts or not others:
            return [-1.0] * len(texts)
        vectors = np.array(await self._embedder.embed([*texts, *others]))
        cosines = vectors[: len(texts)] @ vectors[len(texts) :].T
        return [float(cosine) for cosine in cosines.max(axis=1)]
