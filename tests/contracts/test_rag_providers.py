"""What every RAG engine must do for one tier."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.support import provider_or_skip

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
    factory = RAGProviderFactory(provider_or_skip(request.param), EmbeddedEmbeddings())
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


async def test_equal_texts_are_found_as_the_documents_that_they_are(index: BaseRAGProvider):
    kinds = {"a": "fact", "b": "fact", "c": "hint"}
    await index.ainsert([Document(n, "Nobody was hurt.", Tier.PUBLIC, kind) for n, kind in kinds.items()])
    assert [p.id for p in await index.aquery("Was anybody hurt?", 10)] == ["a", "b", "c"]
    assert [p.id for p in await index.aquery("Was anybody hurt?", 10, kind="hint")] == ["c"]


async def test_two_tiers_and_versions_in_one_process_know_nothing_of_each_other(index: BaseRAGProvider):
    await index.ainsert(DOCUMENTS)
    others = [
        type(index)(index.folder.with_name("secret"), "v1", index.embedder),
        type(index)(index.folder, "v2", index.embedder),
    ]
    for number, other in enumerate(others):
        await other.ainitialize()
        await other.ainsert([Document(f"only-{number}", "The lamp was zzcanary.", Tier.SECRET, "fact")])
    for number, other in enumerate(others):
        assert [p.id for p in await other.aquery("lamp", 10)] == [f"only-{number}"]
        await other.aclose()
    assert {p.id for p in await index.aquery("The lamp was zzcanary.", 10)} == {"a", "b", "c"}


async def test_an_update_leaves_no_old_text_behind(index: BaseRAGProvider, tmp_path: Path):
    await index.ainsert([Document("x", "The canary zzold sang.", Tier.PUBLIC, "fact")])
    await index.ainsert(DOCUMENTS)
    await index.aclose()
    left = [path for path in tmp_path.rglob("*") if path.is_file() and b"zzold" in path.read_bytes()]
    assert left == []


async def test_nothing_stays_open_or_running(index: BaseRAGProvider):
    running = asyncio.all_tasks()
    other = type(index)(index.folder.with_name("hint"), "v1", index.embedder)
    await other.ainitialize()
    await other.ainsert(DOCUMENTS)
    await other.aquery("lamp", 1)
    await other.aclose()
    await asyncio.sleep(0)
    assert asyncio.all_tasks() - running == set()
