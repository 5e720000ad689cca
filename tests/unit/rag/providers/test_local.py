"""The local index: exact in any order, ties by id, and a version is replaced as a whole."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from echoes.core.documents import Document
from echoes.core.errors import IndexFailed
from echoes.rag.providers.local import LocalProvider


class Letters:
    """An embedder: how often a text has each of a few letters."""

    id, dimension = "letters", 4

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[float(text.count(letter)) for letter in "abcd"] for text in texts]


def documents(*texts: str, kind: str = "text") -> list[Document]:
    return [Document(f"d{n}", text, "public", kind, {"n": n}) for n, text in enumerate(texts)]


async def opened(folder: Path, *texts: str, version: str = "v1") -> LocalProvider:
    provider = LocalProvider(folder, version, Letters())  # type: ignore[arg-type]
    await provider.ainitialize()
    if texts:
        await provider.ainsert(documents(*texts))
    return provider


async def test_the_nearest_comes_first_with_its_cosine(tmp_path: Path):
    provider = await opened(tmp_path, "aaaa", "ab", "b")
    found = await provider.aquery("a", 3)
    assert [(passage.id, passage.score) for passage in found] == [("d0", 1.0), ("d1", 0.707107), ("d2", 0.0)]
    assert found[0].metadata == {"n": 0}


async def test_equally_near_documents_come_in_the_order_of_their_ids_whatever_the_limit(tmp_path: Path):
    provider = await opened(tmp_path, "a", "b", "a", "a")
    assert [passage.id for passage in await provider.aquery("a", 9)] == ["d0", "d2", "d3", "d1"]
    assert [passage.id for passage in await provider.aquery("a", 2)] == ["d0", "d2"]


async def test_a_search_may_be_for_one_kind_alone(tmp_path: Path):
    provider = await opened(tmp_path)
    await provider.ainsert([*documents("a"), Document("r", "ab", "public", "ruling")])
    assert [passage.id for passage in await provider.aquery("a", 9, "ruling")] == ["r"]
    assert await provider.aquery("a", 9, "fact") == []


async def test_a_text_without_meaning_is_near_to_nothing(tmp_path: Path):
    provider = await opened(tmp_path, "xyz", "a")
    assert [passage.score for passage in await provider.aquery("a", 2)] == [1.0, 0.0]
    assert {passage.score for passage in await provider.aquery("xyz", 2)} == {0.0}


async def test_what_was_written_is_read_again_and_replaced_as_a_whole(tmp_path: Path):
    await (await opened(tmp_path, "a", "b")).aclose()
    again = await opened(tmp_path)
    assert [one.text for one in again.documents] == ["a", "b"] and await again.ahealth_check() == 2
    await again.ainsert(documents("c"))
    assert [one.text for one in (await opened(tmp_path)).documents] == ["c"]


async def test_versions_of_one_folder_are_apart(tmp_path: Path):
    await opened(tmp_path, "a")
    assert len((await opened(tmp_path, version="v2")).documents) == 0


async def test_an_index_that_is_not_open_or_is_damaged_says_so(tmp_path: Path):
    provider = await opened(tmp_path, "a")
    await provider.aclose()
    with pytest.raises(IndexFailed, match="is not open"):
        await provider.aquery("a", 1)
    [path] = tmp_path.glob("*.npz")
    path.write_bytes(b"no index")
    with pytest.raises(IndexFailed, match="can't be used"):
        await opened(tmp_path)


async def test_what_a_health_check_finds_it_finds_again(tmp_path: Path):
    provider = await opened(tmp_path, "a", "b", "c")
    await opened(tmp_path, "a and more")  # another process
    assert [await provider.ahealth_check() for _ in range(3)] == [1, 1, 1]
    [path] = tmp_path.glob("*.npz")
    path.write_bytes(b"damaged")
    for _ in range(2):
        with pytest.raises(IndexFailed):
            await provider.ahealth_check()


async def test_an_empty_index_finds_nothing(tmp_path: Path):
    assert await (await opened(tmp_path)).aquery("a", 3) == []
