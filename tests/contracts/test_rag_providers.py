"""What every RAG engine must do for one tier."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from echoes.core.documents import Document
from echoes.core.errors import IndexFailed
from echoes.core.roles import Tier
from echoes.models.providers.embedded import EmbeddedEmbeddings
from echoes.rag.provider_factory import RAG_PROVIDERS, RAGProviderFactory
from echoes.rag.providers.base import BaseRAGProvider

DOCUMENTS = [
    Document("a", "The lamp stands in the window.", Tier.PUBLIC, "fact", {"number": 1}),
    Document("b", "A loaf floats down the river.", Tier.PUBLIC, "fact"),
    Document("c", "窗口的灯一直是黑的。", Tier.PUBLIC, "hint"),
]


@pytest.fixture(params=RAG_PROVIDERS.names())
async def index(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[BaseRAGProvider]:
    factory = RAGProviderFactory(request.param, EmbeddedEmbeddings())
    opened = factory.create(tmp_path / "public", "v1")
    await opened.ainitialize()
    yield opened
    await opened.aclose()


async def test_the_nearest_comes_first_with_its_metadata(index: BaseRAGProvider):
    await index.ainsert(DOCUMENTS)
    best = (await index.aquery("Is there a lamp in the window?", 2))[0]
    assert (best.id, best.type, best.metadata["number"]) == ("a", "fact", 1)
    assert (await index.aquery("窗口的灯", 1))[0].id == "c"


async def test_a_kind_narrows_the_search(index: BaseRAGProvider):
    await index.ainsert(DOCUMENTS)
    assert {p.id for p in await index.aquery("lamp", 10, kind="fact")} == {"a", "b"}


async def test_inserting_again_replaces(index: BaseRAGProvider):
    await index.ainsert(DOCUMENTS)
    await index.ainsert(DOCUMENTS[:1])
    assert await index.ahealth_check() == 1


async def test_an_empty_tier_is_no_error(index: BaseRAGProvider):
    await index.ainsert([])
    assert await index.aquery("lamp", 5) == []


async def test_a_closed_index_says_so(index: BaseRAGProvider):
    await index.aclose()
    with pytest.raises(IndexFailed):
        await index.aquery("lamp", 1)


async def test_it_is_there_again_after_a_restart(index: BaseRAGProvider, tmp_path: Path):
    await index.ainsert(DOCUMENTS)
    await index.aclose()
    again = type(index)(index.folder, "v1", index.embedder)
    await again.ainitialize()
    assert await again.ahealth_check() == 3
    await again.aclose()
