"""A retriever that is bound to a role."""

from collections.abc import Sequence
from typing import Protocol

from echoes.core.documents import Passage
from echoes.core.operation.tracing import span

_MAX_PASSAGES = 200


class SearchableIndex(Protocol):
    """An index as a retriever uses it."""

    async def aquery(self, query: str, limit: int, kind: str | None = None) -> list[Passage]:
        """Return the nearest documents, best first, of one type if `kind` is given."""
        ...


class RoleRetriever:
    """Searches the indices that it was given, and has no way to reach others.

    `rag.access_control` chose them when it was made: no argument of `search` names a tier, an id, a role or
    a folder.

    Args:
        indices: those of the role's tiers, one each.
    """

    def __init__(self, indices: Sequence[SearchableIndex]) -> None:
        self.__indices = tuple(indices)

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        """Return the nearest passages of the role's tiers, best first.

        Args:
            query: free text; an empty one finds nothing.
            limit: number of passages at most, from 1 to 200.
            kind: restricts the search to documents of this type.
        """
        if not query.strip():
            return []
        limit = max(1, min(limit, _MAX_PASSAGES))
        with span("retrieval"):
            found = [one for index in self.__indices for one in await index.aquery(query, limit, kind)]
        return sorted(found, key=lambda passage: (-passage.score, passage.id))[:limit]
