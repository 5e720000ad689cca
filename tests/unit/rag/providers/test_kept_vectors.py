"""A long build goes on where it was stopped, and says how far it is."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from echoes.core.documents import Document
from echoes.core.errors import ModelFailed
from echoes.core.seats.roles import Tier
from echoes.rag.knowledge_base import KnowledgeBase
from echoes.rag.provider_factory import RAGProviderFactory
from echoes.rag.providers.kept_vectors import PORTION, KeptVectors

TEXTS = [f"sentence {number}" for number in range(3 * PORTION + 5)]


class Stopping:
    """An embedder that fails after some texts."""

    id, dimension, in_process = "stopping", 2, True

    def __init__(self, most: int = 10**6) -> None:
        self.asked, self._most = 0, most

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if self.asked + len(texts) > self._most:
            raise ModelFailed("unreachable", "the server does not answer", "Start it.")
        self.asked += len(texts)
        return [[1.0, float(text.split()[1]) / 3] for text in texts]


async def test_a_stopped_build_embeds_only_what_is_left(tmp_path: Path):
    whole = await Stopping().embed(TEXTS)
    with pytest.raises(ModelFailed):
        await KeptVectors(tmp_path, Stopping(2 * PORTION), TEXTS).embed(lambda done, of: None)
    [kept] = tmp_path.iterdir()
    kept.write_bytes(kept.read_bytes() + b"torn")
    again, told = Stopping(), list[tuple[int, int]]()
    vectors = await KeptVectors(tmp_path, again, TEXTS).embed(lambda done, of: told.append((done, of)))
    assert (vectors, again.asked) == (whole, PORTION + 5)
    assert told == [(3 * PORTION, len(TEXTS)), (len(TEXTS), len(TEXTS))]


async def test_other_texts_and_other_embedders_take_nothing_over(tmp_path: Path):
    with pytest.raises(ModelFailed):
        await KeptVectors(tmp_path, Stopping(PORTION), TEXTS).embed(lambda done, of: None)
    other = Stopping()
    await KeptVectors(tmp_path, other, [*TEXTS[:-1], "sentence 0"]).embed(lambda done, of: None)
    assert other.asked == len(TEXTS)
    other.id = "another"
    await KeptVectors(tmp_path, other, TEXTS).embed(lambda done, of: None)
    assert other.asked == 2 * len(TEXTS)


async def test_nothing_is_kept_once_there_is_an_index(tmp_path: Path):
    base = KnowledgeBase(tmp_path, RAGProviderFactory("local", Stopping()))
    documents = [Document(text, text, Tier.SECRET, "fact") for text in TEXTS]
    await base.build("game_x_en", "X", "v1", documents, {})
    assert list(tmp_path.rglob("*.vectors")) == []
    assert await base.is_intact("game_x_en", "v1")
    await base.close_all()
