"""A model reads long passages once; what it invents is dropped, and what it read is kept."""

from pathlib import Path
from typing import Any

import pytest

from echoes.core.documents import NAMES, TIES, Document
from echoes.core.errors import ModelFailed
from echoes.core.operation.usage import Usage
from echoes.core.seats.roles import Tier
from echoes.models.providers.embedded import EmbeddedEmbeddings
from echoes.rag.graph_extraction import SHORTEST, Extraction, GraphExtractor
from echoes.rag.knowledge_base import KnowledgeBase
from echoes.rag.provider_factory import RAGProviderFactory
from echoes.rag.providers.authored_graph import AuthoredGraph

LONG = [
    Document(f"answer-{n}", f"Edith hid the gong in shed {n}. {'The sea was calm. ' * 8}", Tier.SECRET, "x")
    for n in range(20)
]
SHORT = Document("fact-f1", "Edith hid the gong.", Tier.SECRET, "fact")


class Reading:
    """A model that names what it is told to name, and fails after some requests."""

    id = "stub"

    def __init__(self, most: int = 100) -> None:
        self.prompts: list[str] = []
        self._most = most

    async def generate_structured(self, system: str, prompt: str, schema: Any) -> tuple[Extraction, Usage]:
        if len(self.prompts) == self._most:
            raise ModelFailed("unreachable", "the server does not answer", "Start it.")
        self.prompts.append(prompt)
        row = {"names": ["Edith", "gong ", "Atlantis"], "ties": [["Edith", "gong"], ["Edith", "Atlantis"]]}
        found = [{"n": n, **row} for n in range(1, 7)]
        return Extraction.model_validate({"passages": found}), Usage(model_calls=1)


async def extracted(model: Any, folder: Path) -> list[Document]:
    return await GraphExtractor(model).extract([*LONG, SHORT], folder, lambda done, of: None)


async def test_names_that_stand_in_the_passage_become_entities_and_ties(tmp_path: Path):
    found = await extracted(Reading(), tmp_path)
    assert found[0].metadata == {NAMES: "Edith\ngong", TIES: "Edith\tgong"}
    assert found[-1] is SHORT
    graph = AuthoredGraph(found, [[1.0]] * len(found))
    assert ("Edith", "gong") in {edge.ends for edge in graph.edges}
    assert all(len(one.text) >= SHORTEST for one in LONG)


async def test_a_stopped_extraction_asks_nothing_twice(tmp_path: Path):
    with pytest.raises(ModelFailed):
        await extracted(Reading(2), tmp_path)
    [kept] = tmp_path.iterdir()
    kept.write_bytes(kept.read_bytes() + b'["torn')
    again = Reading()
    found = await extracted(again, tmp_path)
    assert len(again.prompts) == 2  # 12 of 20 passages had been read
    assert all(NAMES in one.metadata for one in found[:-1])


async def test_only_a_provider_with_a_graph_reads_and_another_way_is_built_anew(tmp_path: Path):
    model: Any = Reading()
    plain = RAGProviderFactory("local", EmbeddedEmbeddings(), None, GraphExtractor(model))
    base = KnowledgeBase(tmp_path, plain)
    await base.build("game_x_en", "X", "v1", LONG, {})
    assert model.prompts == [] and base.is_current("game_x_en", "v1")
    await base.close_all()
    pytest.importorskip("lightrag")
    for graph in (None, GraphExtractor(model)):
        base = KnowledgeBase(tmp_path, RAGProviderFactory("lightrag", EmbeddedEmbeddings(), "local", graph))
        assert not base.is_current("game_x_en", "v1")
        await base.build("game_x_en", "X", "v1", LONG, {})
        await base.close_all()
    assert len(model.prompts) == 4
    assert not [*tmp_path.rglob("extracted.jsonl")]
