"""What a RAG engine must do for one tier of one knowledge base."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from echoes.core.documents import Document, Passage
from echoes.core.protocols import EmbeddingClient


class BaseRAGProvider(ABC):
    """One index: the documents of one tier in one version of a puzzle.

    A provider knows nothing of roles or tiers. That is why it can't leak across them: an
    index holds one tier only, and `KnowledgeBase` alone decides which indices are opened.

    Args:
        folder: where this tier's index lies; its own, shared with no other tier.
        version: which version of the puzzle; versions lie side by side.
        embedder: turns texts and queries into vectors.
    """

    def __init__(self, folder: Path, version: str, embedder: EmbeddingClient) -> None:
        self.folder = folder
        self.version = version
        self.embedder = embedder

    @abstractmethod
    async def ainitialize(self) -> None:
        """Open the index, making it when missing."""

    @abstractmethod
    async def ainsert(self, documents: Sequence[Document]) -> None:
        """Replace the content of this version by these documents."""

    @abstractmethod
    async def aquery(self, query: str, limit: int, kind: str | None = None) -> list[Passage]:
        """The nearest documents, best first, of one type if `kind` is given."""

    @abstractmethod
    async def ahealth_check(self) -> int:
        """How many documents the index holds; raises IndexFailed when it can't be asked."""

    @abstractmethod
    async def aclose(self) -> None:
        """Let go of files and memory."""
