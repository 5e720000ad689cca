"""The retrieval tool of a role: named by what it may read, and with no argument to read more."""

from typing import Any

import pytest

from echoes.core.documents import Passage
from echoes.core.seats.roles import Tier
from echoes.rag.tools import NOTHING_FOUND, create_rag_tool


class Shelf:
    """A retriever that notes how much it was asked for."""

    def __init__(self, *texts: str) -> None:
        self._texts, self.limits = texts, list[int]()

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        self.limits.append(limit)
        return [Passage(text, text, "ruling", 1.0) for text in self._texts]


@pytest.mark.parametrize(
    ("tiers", "name"),
    [
        ([Tier.PUBLIC], "rag_query_public"),
        ([Tier.PUBLIC, Tier.HINT], "rag_query_hints"),
        ([Tier.PUBLIC, Tier.HINT, Tier.SECRET], "rag_query_full"),
    ],
)
async def test_a_tool_is_named_by_what_its_role_may_read(tiers: Any, name: str):
    found = create_rag_tool(tiers, Shelf("It snowed."))
    assert found.name == name
    assert {*found.args} == {"query", "limit"}, "no tier, no role, no knowledge base"
    assert await found.ainvoke({"query": "snow"}) == "[ruling] It snowed."


@pytest.mark.parametrize(("asked", "given"), [(-5, 1), (3, 3), (10_000, 20)])
async def test_nobody_gets_more_than_a_page(asked: int, given: int):
    shelf = Shelf()
    said = await create_rag_tool([Tier.PUBLIC], shelf).ainvoke({"query": "snow", "limit": asked})
    assert (shelf.limits, said) == ([given], NOTHING_FOUND)
