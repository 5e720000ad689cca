"""The contract of a RAG provider: one tier of one knowledge base."""

import hashlib
import os
from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, TypeVar

from echoes.core.documents import Document, Passage
from echoes.core.errors import EchoesError, IndexFailed
from echoes.core.extras import how_to_install
from echoes.core.protocols import EmbeddingClient
from echoes.core.vectors import embed
from echoes.rag.providers.kept_vectors import KeptVectors, OnVectors

_Content = TypeVar("_Content")


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
        extra: brings the library of the provider, if it needs one.
        has_graph: whether a graph of the documents is searched, too.
        modes: the names of the provider's ways to search, if it has several.
        mode: one of them; None for the provider's own choice.
        on_progress: is told how many documents have their vectors.

    >>> from echoes.models.providers.embedded import EmbeddedEmbeddings
    >>> from echoes.rag.provider_factory import RAGProviderFactory
    >>> async def nearest(query):
    ...     index = RAGProviderFactory("local", EmbeddedEmbeddings()).create(Path("index"), "v1")
    ...     await index.ainitialize()
    ...     await index.ainsert([Document(text, text, "public", "fact") for text in ("a lamp", "a bell")])
    ...     return (await index.aquery(query, 1))[0].id
    >>> asyncio.run(nearest("Is there a lamp?"))
    'a lamp'
    """

    max_open: ClassVar[int] = 48
    extra: ClassVar[str] = ""
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
            ModelFailed: the embedder does not answer as it should.
        """
        texts = [document.text for document in documents]
        return await KeptVectors(self.folder, self.embedder, texts).embed(self.on_progress)

    async def vector_of(self, query: str) -> list[float]:
        """Return the vector of a query.

        Raises:
            ModelFailed: the embedder does not answer as it should, or not with as many numbers as before.
        """
        return (await embed(self.embedder, [query], self.width))[0].tolist()

    @property
    def width(self) -> int:
        """The length of the vectors in the open index; 0 where there are none."""
        return 0

    def require_open(self, content: _Content | None) -> _Content:
        """Return the content of an open index.

        Raises:
            IndexFailed: it holds nothing, as it is not open.
        """
        if content is None:
            raise IndexFailed(f"the index {self.folder} is not open")
        return content

    @contextmanager
    def named_in_errors(self) -> Generator[None]:
        """Turn errors of all kinds, as libraries raise them, into those of this index.

        Raises:
            IndexFailed: the library is not installed, or the index can't be used, and why.
        """
        try:
            yield
        except EchoesError:
            raise
        except ImportError as error:
            raise IndexFailed(
                f"rag.provider needs a library that is not installed ({error})", how_to_install(self.extra)
            ) from error
        except Exception as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise IndexFailed(
                f"the index {self.folder} can't be used ({reason})", self._remedy(error)
            ) from error

    def _remedy(self, error: Exception) -> str:
        refused = isinstance(error, OSError) or (self.folder.exists() and not os.access(self.folder, os.W_OK))
        if refused and not isinstance(error, FileNotFoundError):
            return "Make its folder writable, or name another with ECHOES__PATHS__RAG_STORAGE."
        return "Delete it: it is built again from the puzzle."

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


def is_passing(cause: BaseException | None) -> bool:
    """Return whether the machine refuses it for now, such as a library, a right, a descriptor or memory."""
    if isinstance(cause, MemoryError | ImportError):
        return True
    return isinstance(cause, OSError) and not isinstance(cause, FileNotFoundError | IsADirectoryError)
