"""RAG engines by name."""

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
    """Makes indices of one engine.

    Args:
        name: which engine.
        embedder: turns texts into vectors.
    Raises:
        UnknownName: no such engine.
    """

    def __init__(self, name: str, embedder: EmbeddingClient) -> None:
        if name not in RAG_PROVIDERS.names():
            RAG_PROVIDERS.load(name)
        self.name = name
        self.embedder = embedder

    def create(self, folder: Path, version: str) -> BaseRAGProvider:
        """An index of this engine, not yet open."""
        provider: BaseRAGProvider = RAG_PROVIDERS.load(self.name)(folder, version, self.embedder)
        return provider

    @staticmethod
    def register_provider(name: str, target: str) -> None:
        """Add an engine as `"module:Class"`."""
        RAG_PROVIDERS.register(name, target)
