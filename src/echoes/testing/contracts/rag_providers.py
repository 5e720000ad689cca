"""The contract of a RAG provider: what every index must do for one tier."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import ClassVar

import pytest
import pytest_asyncio

from echoes.core.documents import Document
from echoes.core.errors import IndexFailed
from echoes.core.seats.roles import Tier
from echoes.models.providers.embedded import EmbeddedEmbeddings
from echoes.rag.provider_factory import RAGProviderFactory
from echoes.rag.providers.base import BaseRAGProvider

DOCUMENTS = [
    Document("a", "The lamp stands in the window.", Tier.PUBLIC, "fact", {"number": 1}),
    Document("b", "A loaf floats down the river.", Tier.PUBLIC, "fact"),
    Document("c", "窗口的灯一直是黑的。", Tier.PUBLIC, "hint"),
]


@pytest.mark.asyncio
class RAGProviderContract:
    """The suite; name the `provider`, which is registered, or override `index`."""

    provider: ClassVar[str] = ""

    @pytest_asyncio.fixture
    async def index(self, tmp_path: Path) -> AsyncIterator[BaseRAGProvider]:
        """An open index in a folder of its own."""
        opened = RAGProviderFactory(self.provider, EmbeddedEmbeddings()).create(tmp_path / "public", "v1")
        await opened.ainitialize()
        yield opened
        await opened.aclose()

    async def test_the_nearest_comes_first_with_its_metadata(self, index: BaseRAGProvider) -> None:
        """A search returns the nearest document first, in either language."""
        await index.ainsert(DOCUMENTS)
        best = (await index.aquery("Is there a lamp in the window?", 2))[0]
        assert (best.id, best.type, best.metadata["number"]) == ("a", "fact", 1)
        assert (await index.aquery("窗口的灯", 1))[0].id == "c"

    async def test_a_kind_narrows_the_search(self, index: BaseRAGProvider) -> None:
        """A search for a type returns no other, and no more than were asked for."""
        await index.ainsert(DOCUMENTS)
        assert {p.id for p in await index.aquery("lamp", 10, kind="fact")} == {"a", "b"}
        assert len(await index.aquery("lamp", 1, kind="fact")) == 1

    async def test_inserting_again_replaces(self, index: BaseRAGProvider) -> None:
        """An insertion replaces what this version held."""
        await index.ainsert(DOCUMENTS)
        await index.ainsert(DOCUMENTS[:1])
        assert await index.ahealth_check() == 1

    async def test_an_empty_tier_is_no_error(self, index: BaseRAGProvider) -> None:
        """A tier without documents has its folder, and is searched in vain."""
        await index.ainsert([])
        assert index.folder.is_dir()
        assert await index.aquery("lamp", 5) == []

    async def test_a_closed_index_says_so(self, index: BaseRAGProvider) -> None:
        """A search of a closed index raises `IndexFailed`."""
        await index.aclose()
        with pytest.raises(IndexFailed):
            await index.aquery("lamp", 1)

    async def test_it_is_there_again_after_a_restart(self, index: BaseRAGProvider) -> None:
        """Another index in the same folder and of the same version finds what was inserted."""
        await index.ainsert(DOCUMENTS)
        await index.aclose()
        again = type(index)(index.folder, "v1", index.embedder)
        await again.ainitialize()
        assert await again.ahealth_check() == 3
        assert (await again.aquery("窗口的灯", 1))[0].id == "c"
        await again.aclose()

    async def test_equal_texts_are_found_as_the_documents_that_they_are(self, index: BaseRAGProvider) -> None:
        """Documents with the same text stay apart; equal scores are ordered by id."""
        kinds = {"a": "fact", "b": "fact", "c": "hint"}
        await index.ainsert([Document(n, "Nobody was hurt.", Tier.PUBLIC, kind) for n, kind in kinds.items()])
        assert [p.id for p in await index.aquery("Was anybody hurt?", 10)] == ["a", "b", "c"]
        assert [p.id for p in await index.aquery("Was anybody hurt?", 10, kind="hint")] == ["c"]

    async def test_two_tiers_and_versions_in_one_process_know_nothing_of_each_other(
        self, index: BaseRAGProvider
    ) -> None:
        """A folder or a version of its own is an index of its own."""
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

    async def test_an_update_leaves_no_old_text_behind(self, index: BaseRAGProvider) -> None:
        """Text that was replaced is in no file any more."""
        await index.ainsert([Document("x", "The canary zzold sang.", Tier.PUBLIC, "fact")])
        await index.ainsert(DOCUMENTS)
        await index.aclose()
        files = [path for path in index.folder.parent.rglob("*") if path.is_file()]
        assert [path for path in files if b"zzold" in path.read_bytes()] == []

    async def test_nothing_stays_open_or_running(self, index: BaseRAGProvider) -> None:
        """A closed index has no task in the event loop."""
        running = asyncio.all_tasks()
        other = type(index)(index.folder.with_name("hint"), "v1", index.embedder)
        await other.ainitialize()
        await other.ainsert(DOCUMENTS)
        await other.aquery("lamp", 1)
        await other.aclose()
        await asyncio.sleep(0)
        assert asyncio.all_tasks() - running == set()
