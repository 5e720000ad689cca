"""The `rag` section of the settings."""

from pydantic import BaseModel, ConfigDict


class RagSettings(BaseModel):
    """The `rag` section.

    Attributes:
        provider: a name of the RAG provider registry.
        mode: one of the provider's ways to search; None for its own choice.
    """

    model_config = ConfigDict(extra="forbid")

    provider: str = "local"
    mode: str | None = None
