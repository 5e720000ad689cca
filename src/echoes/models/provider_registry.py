"""Which provider gives which client."""

from typing import Protocol

from echoes.core.protocols import EmbeddingClient, LLMClient
from echoes.core.registry import Registry
from echoes.models.settings import ModelSettings

MODEL_PROVIDERS = Registry(
    "model provider",
    "echoes.models",
    {"embedded": "echoes.models.embedded:EmbeddedProvider"},
)


class ModelProvider(Protocol):
    """Makes clients from settings."""

    def llm(self) -> LLMClient | None:
        """The language model, or None for a provider that has none."""
        ...

    def embeddings(self) -> EmbeddingClient:
        """The embedder."""
        ...


class ModelProviderRegistry:
    """Hands out the clients that the settings name.

    Args:
        settings: the models section.
    Raises:
        UnknownName: no such provider.
    """

    def __init__(self, settings: ModelSettings) -> None:
        provider: ModelProvider = MODEL_PROVIDERS.load(settings.provider)(settings)
        self._provider = provider

    def llm(self) -> LLMClient | None:
        """The language model, or None when the embedded referee is all there is."""
        return self._provider.llm()

    def embeddings(self) -> EmbeddingClient:
        """The embedder for knowledge bases."""
        return self._provider.embeddings()
