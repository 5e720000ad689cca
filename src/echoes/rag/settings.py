"""The `rag` section of the settings."""

from pydantic import BaseModel, ConfigDict


class RagSettings(BaseModel):
    """The `rag` section.

    Attributes:
        provider: a name of the RAG provider registry.
    """

    model_config = ConfigDict(extra="forbid")

    provider: str = "local"
