"""LangChain tools for retrieval: `rag_query_public`, `rag_query_hints` and `rag_query_full`.

Each closes over a retriever that is bound to one role. A tool has no argument for a knowledge base, a tier,
a filter or a role, so no prompt can make it read more.
"""

from collections.abc import Collection

from langchain_core.tools import BaseTool, tool

from echoes.core.documents import Passage
from echoes.core.protocols import Retriever
from echoes.core.seats.roles import Tier

NOTHING_FOUND = "Nothing was found."
_MAX_PASSAGES = 20
"""Passages per call, whatever the model requests."""


def create_rag_tool(tiers: Collection[str], retriever: Retriever) -> BaseTool:
    """Return the retrieval tool of a role.

    Who may read the secret tier gets `rag_query_full`, who may read hints `rag_query_hints`, all others
    `rag_query_public`.

    Args:
        tiers: the tiers that the role may read.
        retriever: bound to that role; it alone decides what can be found.
    """

    @tool
    async def rag_query_public(query: str, limit: int = 4) -> str:
        """Search what is publicly known about this puzzle."""
        return _format(await retriever.search(query, max(1, min(limit, _MAX_PASSAGES))))

    @tool
    async def rag_query_hints(query: str, limit: int = 4) -> str:
        """Search what is publicly known about this puzzle, and its hints."""
        return _format(await retriever.search(query, max(1, min(limit, _MAX_PASSAGES))))

    @tool
    async def rag_query_full(query: str, limit: int = 8) -> str:
        """Search everything about this puzzle, the solution included."""
        return _format(await retriever.search(query, max(1, min(limit, _MAX_PASSAGES))))

    if Tier.SECRET in tiers:
        return rag_query_full
    return rag_query_hints if Tier.HINT in tiers else rag_query_public


def _format(passages: list[Passage]) -> str:
    return "\n".join(f"[{passage.type}] {passage.text}" for passage in passages) or NOTHING_FOUND
