"""The contract of a RAG provider: one tier of one knowledge base."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from echoes.core.documents import Document, Passage
from echoes.core.protocols import EmbeddingClient
from echoes.rag.providers.kept_vectors import KeptVectors, OnVectors


class BaseRAGProvider(ABC):
    """One index: the documents of one tier in one version of a puzzle.

    A provider knows nothing of roles or tiers, so it can't leak from one to another: an index holds a single
    tier, and `KnowledgeBase` alone decides which indices are opened.

    Args:
        folder: the folder of this tier's index, shared with no other tier.
        version: version of the puzzle; versions share the folder.
        embedder: turns texts and queries into vectors.

    Attributes:
        max_open: the number of indices that a process keeps open.
        has_graph: whether a graph of the documents is searched, too.
        modes: the names of the provider's ways to search, if it has several.
        mode: one of them; None for the provider's own choice.
        on_progress: is told how many documents have their vectors.
    """

    max_open: ClassVar[int] = 48
    has_graph: ClassVar[bool] = False
    modes: ClassVar[tuple[str, ...]] = ()
    mode: str | None = None

    def __init__(self, folder: Path, version: str, embedder: EmbeddingClient) -> None:
        self.folder = folder
        self.version = version
        self.embedder = embedder
        self.on_progress: OnVectors = lambda done, of: None

    async def vectors_of(self, documents: Sequence[Document]) -> list[list[float]]:
        """Return the vectors of documents; of many, those that a stopped build has computed are read.

        Raises:
            ModelFailed: the embedder does not answer.
        """
        texts = [document.text for document in documents]
        return await KeptVectors(self.folder, self.embedder, texts).embed(self.on_progress)

    @property
    def embedder_digest(self) -> str:
        """A hash of the embedder's id, for file names: vectors of two embedders must never mix."""
        return hashlib.sha256(self.embedder.id.encode()).hexdigest()[:12]

    @abstractmethod
    async def ainitialize(self) -> None:
        """Open the index; create it if it is missing.

        Raises:
            IndexFailed: it can't be opened.
        """

    @abstractmethod
    async def ainsert(self, documents: Sequence[Document]) -> None:
        """Replace the content of this version by these documents.

        Raises:
            IndexFailed: it can't be written.
        """

    @abstractmethod
    async def aquery(self, query: str, limit: int, kind: str | None = None) -> list[Passage]:
        """Return the nearest documents, best first, of one type if `kind` is given.

        Raises:
            IndexFailed: the index can't be searched.
        """

    @abstractmethod
    async def ahealth_check(self) -> int:
        """Return the number of documents in the index.

        Raises:
            IndexFailed: the index can't be read.
        """

    @abstractmethod
    async def aclose(self) -> None:
        """Release files and memory."""
