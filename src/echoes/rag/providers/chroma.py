"""The Chroma provider: a database on disk, with vectors that are computed here."""

import asyncio
import os
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing, suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from echoes.core.documents import Document, Passage
from echoes.core.files.writing import private_folder
from echoes.core.protocols import EmbeddingClient
from echoes.rag.providers.base import BaseRAGProvider

if TYPE_CHECKING:
    from chromadb.api.models.Collection import Collection

_TYPE_KEY = "type"
_WIDTH_KEY = "width"
_HNSW_SETTINGS: Any = {
    "space": "cosine",
    "ef_search": 2000,
    "ef_construction": 2000,
    "max_neighbors": 64,
    "num_threads": 1,
}
"""So wide that all of a puzzle's few hundred documents are compared: the same question finds the same
passages on every machine and in every run."""

_TIE_MARGIN = 24
"""Additional results per query: of equally near ones Chroma returns any, and the first by id are wanted."""


class ChromaProvider(BaseRAGProvider):
    """One Chroma database per tier, with a collection for each version and type of document.

    Types have collections of their own because a filter doubles the time of a query. Chroma's own embedding
    function would download a model when it is given text, so it is switched off: texts and queries always
    come with their vectors.
    """

    extra: ClassVar[str] = "chroma"
    max_open = 4
    """Each takes some ten file descriptors and five threads."""

    def __init__(self, folder: Path, version: str, embedder: EmbeddingClient) -> None:
        super().__init__(folder, version, embedder)
        self._collections: dict[str, Collection] | None = None
        self._client: Any = None

    async def ainitialize(self) -> None:
        """Open the folder and the collections of this version."""
        with self.named_in_errors():
            self._collections = await asyncio.to_thread(self._open)

    def _open(self) -> "dict[str, Collection]":
        os.environ.setdefault("ANONYMIZED_TELEMETRY", "False")
        import chromadb
        from chromadb.config import Settings

        private_folder(self.folder)
        try:
            self._client = chromadb.PersistentClient(
                path=str(self.folder), settings=Settings(anonymized_telemetry=False)
            )
            names: list[str] = [collection.name for collection in self._client.list_collections()]
            return {
                name.removeprefix(self._prefix): self._client.get_collection(name, embedding_function=None)
                for name in sorted(names)
                if name.startswith(self._prefix)
            }
        except Exception:
            self._evict_client()
            raise

    def _evict_client(self) -> None:
        """Remove the client that Chroma caches for each path, even for one that could not be opened."""
        with suppress(Exception):
            known: Any = import_module("chromadb.api.shared_system_client").SharedSystemClient
            for kept in (known._identifier_to_system, known._identifier_to_refcount):
                kept.pop(str(self.folder), None)

    async def ainsert(self, documents: Sequence[Document]) -> None:
        """Replace the content of this version by these documents."""
        collections = self.require_open(self._collections)
        vectors = await self.vectors_of(documents)
        with self.named_in_errors():
            await asyncio.to_thread(self._fill, collections, documents, vectors)

    def _fill(
        self, collections: "dict[str, Collection]", documents: Sequence[Document], vectors: list[list[float]]
    ) -> None:
        by_type: dict[str, list[tuple[Document, list[float]]]] = defaultdict(list)
        for document, vector in zip(documents, vectors, strict=True):
            by_type[document.type].append((document, vector))
        replaced = bool(collections)
        while collections:
            self._client.delete_collection(collections.popitem()[1].name)
        size: int = self._client.get_max_batch_size()
        for kind, rows in by_type.items():
            collection = self._client.create_collection(
                self._prefix + kind,
                embedding_function=None,
                metadata={_WIDTH_KEY: len(rows[0][1])},
                configuration={"hnsw": _HNSW_SETTINGS},
            )
            for start in range(0, len(rows), size):
                chunk = rows[start : start + size]
                collection.add(
                    ids=[document.id for document, _ in chunk],
                    documents=[document.text for document, _ in chunk],
                    metadatas=[{_TYPE_KEY: kind, **document.metadata} for document, _ in chunk],
                    embeddings=[vector for _, vector in chunk],
                )
            collections[kind] = collection
        if replaced:
            self._drop_deleted_text()

    def _drop_deleted_text(self) -> None:
        """Rewrite the database's file: what was deleted stays in it otherwise."""
        with closing(sqlite3.connect(self.folder / "chroma.sqlite3")) as database:
            database.execute("VACUUM")

    @property
    def width(self) -> int:
        """The length of a vector; 0 where there are none."""
        collections = self.require_open(self._collections)
        return max((int((one.metadata or {}).get(_WIDTH_KEY, 0)) for one in collections.values()), default=0)

    async def aquery(self, query: str, limit: int, kind: str | None = None) -> list[Passage]:
        """Return the nearest documents by cosine similarity, best first."""
        collections = self.require_open(self._collections)
        chosen = [one for name, one in collections.items() if kind in (None, name)]
        if not chosen:
            return []
        vector = await self.vector_of(query)
        with self.named_in_errors():  # Chroma answers in a few milliseconds; a thread would double that
            passages = [passage for one in chosen for passage in _query(one, vector, limit)]
        return sorted(passages, key=lambda passage: (-passage.score, passage.id))[:limit]

    async def ahealth_check(self) -> int:
        """Return the number of documents of this version."""
        collections = self.require_open(self._collections)
        with self.named_in_errors():
            return sum(collection.count() for collection in collections.values())

    async def aclose(self) -> None:
        """Close the client, so that the folder can be removed."""
        if self._client is not None:
            self._client.close()
        self._client = self._collections = None

    @property
    def _prefix(self) -> str:
        """Prefix of the collections of this version and embedder; all versions share a database."""
        return f"d-{self.version}-{self.embedder_digest}-"


def _query(collection: "Collection", vector: list[float], limit: int) -> list[Passage]:
    found: Any = collection.query(
        query_embeddings=[vector],  # pyright: ignore[reportArgumentType]
        n_results=limit + _TIE_MARGIN,
        include=["documents", "metadatas", "distances"],
    )
    rows = zip(
        found["ids"][0], found["documents"][0], found["metadatas"][0], found["distances"][0], strict=True
    )
    return [_passage(*row) for row in rows]


def _passage(identity: str, text: str, metadata: dict[str, Any], distance: float) -> Passage:
    rest = {key: value for key, value in metadata.items() if key != _TYPE_KEY}
    return Passage(identity, text, str(metadata[_TYPE_KEY]), round(1.0 - distance, 6), rest)
