"""The registry of RAG providers, and the factory of their indices."""

from pathlib import Path
from tempfile import TemporaryDirectory

from echoes.core.documents import Document
from echoes.core.errors import BadSetting
from echoes.core.protocols import EmbeddingClient
from echoes.core.registry import Registry
from echoes.core.seats.roles import Tier
from echoes.rag.graph_extraction import GraphExtractor
from echoes.rag.providers.base import BaseRAGProvider

RAG_PROVIDERS = Registry(
    "RAG provider",
    "echoes.rag",
    {
        "local": "echoes.rag.providers.local:LocalProvider",
        "chroma": "echoes.rag.providers.chroma:ChromaProvider",
        "lightrag": "echoes.rag.providers.lightrag:LightRAGProvider",
        "minirag": "echoes.rag.providers.minirag:MiniRAGProvider",
    },
)


class RAGProviderFactory:
    """Creates the indices of one provider.

    Args:
        name: name of the provider.
        embedder: turns texts into vectors.
        mode: one of the provider's ways to search; None for its own choice.
        extractor: reads long passages for the graph of a provider that has one; None for nobody.
    Raises:
        UnknownName: there is no such provider.
        BadSetting: the provider has no such mode.
    """

    def __init__(
        self,
        name: str,
        embedder: EmbeddingClient,
        mode: str | None = None,
        extractor: GraphExtractor | None = None,
    ) -> None:
        self._provider: type[BaseRAGProvider] = RAG_PROVIDERS.load(name)
        if mode is not None and mode not in self._provider.modes:
            known = ", ".join(self._provider.modes) or "none"
            raise BadSetting(f"the RAG provider '{name}' has no mode '{mode}'", f"Known: {known}.")
        self.extractor = extractor if self._provider.has_graph else None
        self.name = f"{name}, {self.extractor.id}" if self.extractor else name
        self.embedder = embedder
        self._mode = mode

    @property
    def max_open(self) -> int:
        """The number of indices that a process keeps open."""
        return self._provider.max_open

    def create(self, folder: Path, version: str) -> BaseRAGProvider:
        """Return an index of this provider, not yet open."""
        index = self._provider(folder, version, self.embedder)
        index.mode = self._mode
        return index

    async def self_test(self) -> str:
        """Index two texts in a folder of its own, and search for one of them.

        Returns:
            What was used for it.
        Raises:
            ModelFailed: the embedder does not answer as it should.
            IndexFailed: the library of the provider is not installed, or its index can't be used.
        """
        texts = ["The lamp stands in the window.", "窗口的灯一直是黑的。"]
        with TemporaryDirectory(prefix="echoes-") as folder:
            index = self.create(Path(folder) / "index", "self-test")
            await index.ainitialize()
            try:
                await index.ainsert([Document(text, text, Tier.PUBLIC, "fact") for text in texts])
                found = await index.aquery(texts[1], 1)
            finally:
                await index.aclose()
        warning = (
            "" if [one.id for one in found] == texts[1:] else "; it did not find a text by its own words"
        )
        return f"{self.name}, embedder '{self.embedder.id}' ({self.embedder.dimension} numbers){warning}"

    @staticmethod
    def register_provider(name: str, target: str) -> None:
        """Register a provider by its target, `"module:Class"`."""
        RAG_PROVIDERS.register(name, target)
