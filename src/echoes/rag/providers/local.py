"""The default engine: Chroma on disk, with vectors that we compute."""

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from echoes.core.documents import Document, Passage
from echoes.core.errors import IndexFailed
from echoes.core.protocols import EmbeddingClient
from echoes.rag.providers.base import BaseRAGProvider

if TYPE_CHECKING:
    from chromadb.api.models.Collection import Collection

_TEXT_TYPE = "type"
_EXACT: Any = {
    "space": "cosine",
    "ef_search": 2000,
    "ef_construction": 2000,
    "max_neighbors": 64,
    "num_threads": 1,
}
"""Built and searched so widely that a puzzle's few hundred documents are all compared:
the same question finds the same passages on every machine and in every run."""


class LocalProvider(BaseRAGProvider):
    """One Chroma folder a tier, one collection in it a version.

    Chroma's own embedding function fetches a model from the network when it is handed
    text, so there is none: texts and queries go in with their vectors, always.
    """

    def __init__(self, folder: Path, version: str, embedder: EmbeddingClient) -> None:
        super().__init__(folder, version, embedder)
        self._collection: Collection | None = None
        self._client: Any = None

    async def ainitialize(self) -> None:
        """Open the folder and the collection of this version."""
        self._collection = await asyncio.to_thread(self._open)

    def _open(self) -> "Collection":
        os.environ.setdefault("ANONYMIZED_TELEMETRY", "False")
        try:
            import chromadb
            from chromadb.config import Settings

            self.folder.mkdir(parents=True, exist_ok=True)
            self._client = chromadb.PersistentClient(
                path=str(self.folder), settings=Settings(anonymized_telemetry=False)
            )
            return self._client.get_or_create_collection(
                _collection_name(self.version, self.embedder.id),
                embedding_function=None,
                configuration={"hnsw": _EXACT},
            )
        except Exception as error:
            self._forget_client()
            raise _failed(self.folder, error) from error

    def _forget_client(self) -> None:
        """Chroma keeps a client for each path, one that could not be opened too."""
        with suppress(Exception):
            known: Any = import_module("chromadb.api.shared_system_client").SharedSystemClient
            for kept in (known._identifier_to_system, known._identifier_to_refcount):
                kept.pop(str(self.folder), None)

    async def ainsert(self, documents: Sequence[Document]) -> None:
        """Replace the content of this version by these documents."""
        collection = self._opened()
        vectors = await self.embedder.embed([document.text for document in documents])
        await asyncio.to_thread(self._fill, collection, documents, vectors)

    def _fill(
        self, collection: "Collection", documents: Sequence[Document], vectors: list[list[float]]
    ) -> None:
        try:
            if stale := collection.get(include=[])["ids"]:
                collection.delete(ids=stale)
            size: int = self._client.get_max_batch_size()
            for start in range(0, len(documents), size):
                chunk = documents[start : start + size]
                collection.add(
                    ids=[document.id for document in chunk],
                    documents=[document.text for document in chunk],
                    metadatas=[{_TEXT_TYPE: document.type, **document.metadata} for document in chunk],
                    embeddings=vectors[start : start + size],  # pyright: ignore[reportArgumentType]
                )
        except Exception as error:
            raise _failed(self.folder, error) from error

    async def aquery(self, query: str, limit: int, kind: str | None = None) -> list[Passage]:
        """The nearest documents by cosine, best first."""
        collection = self._opened()
        [vector] = await self.embedder.embed([query])
        # Chroma answers in 1 to 2 ms; a thread would cost as much again.
        try:
            found: Any = collection.query(
                query_embeddings=[vector],  # pyright: ignore[reportArgumentType]
                n_results=limit,
                where={_TEXT_TYPE: kind} if kind else None,
                include=["documents", "metadatas", "distances"],
            )
        except Exception as error:
            raise _failed(self.folder, error) from error
        rows = zip(
            found["ids"][0], found["documents"][0], found["metadatas"][0], found["distances"][0], strict=True
        )
        return [_passage(*row) for row in rows]

    async def ahealth_check(self) -> int:
        """How many documents this version holds."""
        try:
            return self._opened().count()
        except Exception as error:
            raise _failed(self.folder, error) from error

    async def aclose(self) -> None:
        """Close the client, so that the folder may be removed."""
        if self._client is not None:
            self._client.close()
        self._client = self._collection = None

    def _opened(self) -> "Collection":
        if self._collection is None:
            raise IndexFailed(f"the index {self.folder} is not open")
        return self._collection


def _collection_name(version: str, embedder: str) -> str:
    """Versions and embedders lie side by side; vectors of two embedders never mix."""
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in f"v-{version}-{embedder}-x")


def _passage(identity: str, text: str, metadata: dict[str, Any], distance: float) -> Passage:
    rest = {key: value for key, value in metadata.items() if key != _TEXT_TYPE}
    return Passage(identity, text, str(metadata[_TEXT_TYPE]), 1.0 - distance, rest)


def _failed(folder: Path, error: Exception) -> IndexFailed:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return IndexFailed(
        f"the index {folder} can't be used ({reason})",
        "Make the folder writable, or delete it: it is built again from the puzzle.",
    )
