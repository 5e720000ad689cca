"""The retrieval tools of the design, section 7.4.

Each closes over a retriever that was made for one role. A tool has no argument for a
knowledge base, a tier, a filter or a role, so that no prompt can talk it into more.
"""

from langchain_core.tools import BaseTool, tool

from echoes.core.documents import Passage
from echoes.core.protocols import Retriever
from echoes.core.roles import Role

NOTHING = "Nothing was found."
_MOST = 20
"""Passages at once, whatever is asked for."""


def rag_tool(role: str, retriever: Retriever) -> BaseTool:
    """`rag_query_full` for the referee, `rag_query_public` for players and those who speak to them.

    Args:
        role: for whom.
        retriever: made for that role; it alone decides what can be found.
    """

    @tool
    async def rag_query_public(query: str, limit: int = 4) -> str:
        """Search what is publicly known about this puzzle."""
        return _as_text(await retriever.search(query, max(1, min(limit, _MOST))))

    @tool
    async def rag_query_hints(query: str, limit: int = 4) -> str:
        """Search what is publicly known about this puzzle, and its hints."""
        return _as_text(await retriever.search(query, max(1, min(limit, _MOST))))

    @tool
    async def rag_query_full(query: str, limit: int = 8) -> str:
        """Search everything about this puzzle, the solution included."""
        return _as_text(await retriever.search(query, max(1, min(limit, _MOST))))

    named: dict[str, BaseTool] = {Role.REFEREE: rag_query_full, Role.HINT_MASTER: rag_query_hints}
    return named.get(role, rag_query_public)


def _as_text(passages: list[Passage]) -> str:
    return "\n".join(f"[{passage.type}] {passage.text}" for passage in passages) or NOTHING
