"""Settings of the RAG room."""

from pydantic import BaseModel, ConfigDict


class RagSettings(BaseModel):
    """How knowledge bases are kept.

    Attributes:
        provider: a name of the registry.
    """

    model_config = ConfigDict(extra="forbid")

    provider: str = "local"
