"""A retriever merges the results of its indices, and its arguments can't widen the search."""

from collections.abc import Sequence
from typing import Any, cast

from echoes.core.documents import Passage
from echoes.rag.retriever import RoleRetriever


class FakeIndex:
    """Returns passages, and remembers what it was asked."""

    def __init__(self, **scores: float) -> None:
        self._found = [Passage(name, name, "text", score, {}) for name, score in scores.items()]
        self.queries: list[tuple[str, int, str | None]] = []

    async def aquery(self, query: str, limit: int, kind: str | None = None) -> Sequence[Passage]:
        self.queries.append((query, limit, kind))
        return self._found[:limit]


def over(*indices: FakeIndex) -> RoleRetriever:
    return RoleRetriever(cast("Any", indices))


async def test_the_best_of_all_indices_come_first_and_ties_are_ordered_by_id():
    retriever = over(FakeIndex(c=0.5, d=0.2), FakeIndex(a=0.5, b=0.9))
    assert [passage.id for passage in await retriever.search("lamp", limit=3)] == ["b", "a", "c"]


async def test_the_limit_is_kept_within_bounds():
    index = FakeIndex(a=0.5)
    retriever = over(index)
    for limit in (-3, 0, 7, 10**9):
        await retriever.search("lamp", limit)
    assert [limit for _, limit, _ in index.queries] == [1, 1, 7, 200]


async def test_an_empty_query_finds_nothing():
    index = FakeIndex(a=0.5)
    assert await over(index).search(" \n") == []
    assert index.queries == []


async def test_without_indices_nothing_is_found():
    assert await over().search("lamp") == []


def test_the_indices_are_out_of_reach_by_name():
    assert not [name for name in vars(over(FakeIndex())) if not name.startswith("_RoleRetriever__")]
