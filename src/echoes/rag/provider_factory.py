"""The registry of RAG providers, and the factory of their indices."""

from pathlib import Path

from echoes.core.protocols import EmbeddingClient
from echoes.core.registry import Registry
from echoes.rag.providers.base import BaseRAGProvider

RAG_PROVIDERS = Registry(
    "RAG provider",
    "echoes.rag",
    {
        "local": "echoes.rag.providers.local:LocalProvider",
        "chroma": "echoes.rag.providers.chroma:ChromaProvider",
    },
)


class RAGProviderFactory:
    """Creates the indices of one provider.

    Args:
        name: name of the provider.
        embedder: turns texts into vectors.
    Raises:
        UnknownName: there is no such provider.
    """

    def __init__(self, name: str, embedder: EmbeddingClient) -> None:
        self._provider: type[BaseRAGProvider] = RAG_PROVIDERS.load(name)
        self.name = name
        self.embedder = embedder

    @property
    def max_open(self) -> int:
        """The number of indices that a process keeps open."""
        return self._provider.max_open

    def create(self, folder: Path, version: str) -> BaseRAGProvider:
        """Return an index of this provider, not yet open."""
        return self._provider(folder, version, self.embedder)

    @staticmethod
    def register_provider(name: str, target: str) -> None:
        """Register a provider by its target, `"module:Class"`."""
        RAG_PROVIDERS.register(name, target)
