"""The `rag` section of the settings."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class RagSettings(BaseModel):
    """The `rag` section.

    Attributes:
        provider: a name of the RAG provider registry.
        mode: one of the provider's ways to search; None for its own choice.
        graph: who makes the graph of a provider that has one: the `authored` texts alone, or also the
            `model` of the role `reader`, which reads long passages once.
    """

    model_config = ConfigDict(extra="forbid")

    provider: str = "local"
    mode: str | None = None
    graph: Literal["authored", "model"] = "authored"
