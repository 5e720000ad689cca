"""A retriever that is bound to a role."""

from collections.abc import Sequence

from echoes.core.documents import Passage
from echoes.rag.providers.base import BaseRAGProvider

_MOST = 200


class RoleRetriever:
    """Searches the indices that it was handed, and knows of no others.

    Which tiers those are was decided by `rag.access` when it was made: no argument of
    `search` names a tier, an id, a role or a folder.

    Args:
        indices: one open index a tier, for the tiers of the role.
    """

    def __init__(self, indices: Sequence[BaseRAGProvider]) -> None:
        self.__indices = tuple(indices)

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        """The nearest passages of the role's tiers, best first.

        Args:
            query: free text; an empty one finds nothing.
            limit: how many at the most, 1 to 200.
            kind: only documents of this type.
        """
        if not query.strip():
            return []
        limit = max(1, min(limit, _MOST))
        found = [passage for index in self.__indices for passage in await index.aquery(query, limit, kind)]
        return sorted(found, key=lambda passage: (-passage.score, passage.id))[:limit]
