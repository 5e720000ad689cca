"""The default provider: one file per version, and one matrix product per query."""

import asyncio
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from echoes.core.documents import Document, Passage
from echoes.core.files.writing import Stamp, atomic_write, close_to_others, private_folder, stamp_of
from echoes.core.protocols import EmbeddingClient
from echoes.rag.providers.base import BaseRAGProvider

_LEVELS = 127
_SPARSE = 0.25
"""The share of components under which leaving out the zero ones is faster, though it copies the others."""
_COLUMNS = 1024
"""Components per partial product: 127 · 127 · 1024 < 2^24, so that single precision holds any sum."""
_SCORE_DIGITS = 6

_Quantized = NDArray[np.float32]
"""Integers from -127 to 127."""


class LocalProvider(BaseRAGProvider):
    """Compares a query with every document of a tier.

    Vectors are quantized to 8-bit integers. Their products are exact in any order of summation, so every
    machine finds the same documents in the same order with the same scores. Equally near documents are
    ordered by id.
    """

    def __init__(self, folder: Path, version: str, embedder: EmbeddingClient) -> None:
        super().__init__(folder, version, embedder)
        self._content: _Content | None = None
        self._stamp: Stamp | None = None

    @property
    def _path(self) -> Path:
        return self.folder / f"{self.version}-{self.embedder_digest}.npz"

    async def ainitialize(self) -> None:
        """Read the documents of this version, if there are any."""
        with self.named_in_errors():
            self._stamp, self._content = await asyncio.to_thread(self._read)

    def _read(self) -> "tuple[Stamp | None, _Content]":
        private_folder(self.folder)
        close_to_others(self._path)
        stamp = stamp_of(self._path)
        if stamp is None:
            return None, _Content([], np.zeros((0, 1), dtype=np.int8))
        with np.load(self._path) as file:
            rows: list[list[Any]] = json.loads(file["documents"].tobytes())
            return stamp, _Content([_document(row) for row in rows], file["numbers"])

    async def ainsert(self, documents: Sequence[Document]) -> None:
        """Replace the content of this version by these documents."""
        self.require_open(self._content)
        vectors = await self.vectors_of(documents)
        numbers = _quantize(np.array(vectors)).astype(np.int8)
        with self.named_in_errors():
            await asyncio.to_thread(self._write, documents, numbers)
        self._content = _Content(list(documents), numbers)

    def _write(self, documents: Sequence[Document], numbers: NDArray[np.int8]) -> None:
        rows = [
            [document.id, document.text, document.tier, document.type, document.metadata]
            for document in documents
        ]
        file = io.BytesIO()
        written = json.dumps(rows, ensure_ascii=False).encode()
        np.savez(file, documents=np.frombuffer(written, dtype=np.uint8), numbers=numbers)
        atomic_write(self._path, file.getvalue(), private=True)
        self._stamp = stamp_of(self._path)

    @property
    def documents(self) -> Sequence[Document]:
        """All documents of this version."""
        return self.require_open(self._content).documents

    @property
    def vectors(self) -> NDArray[np.float32]:
        """Their quantized vectors, (documents, width)."""
        return self.require_open(self._content).vectors

    @property
    def width(self) -> int:
        """The length of a vector; 0 where there are none."""
        return self.vectors.shape[1] if self.documents else 0

    async def aquery(self, query: str, limit: int, kind: str | None = None) -> list[Passage]:
        """Return the nearest documents by cosine similarity, best first."""
        content = self.require_open(self._content)
        found = content.of_type(kind)
        if not found.size:
            return []
        vector = await self.vector_of(query)
        cosines = content.cosines(_quantize(np.array([vector]))[0], found)
        order = _best(cosines, content.ranks[found], limit)
        positions: list[int] = found[order].tolist()
        nearest = zip(map(content.documents.__getitem__, positions), cosines[order].tolist(), strict=True)
        return [Passage(one.id, one.text, one.type, cosine, one.metadata) for one, cosine in nearest]

    async def ahealth_check(self) -> int:
        """Return the number of documents of this version on disk."""
        content = self.require_open(self._content)
        with self.named_in_errors():
            if self._stamp != stamp_of(self._path):
                _, content = await asyncio.to_thread(self._read)
        return len(content.documents)

    async def aclose(self) -> None:
        """Release the memory."""
        self._content = None


class _Content:
    """The documents of a version with their vectors.

    Attributes:
        ranks: rank of each document by id, which breaks ties.
    """

    def __init__(self, documents: Sequence[Document], numbers: NDArray[np.int8]) -> None:
        self.documents = documents
        # One row for each component: a query has few, and only their rows are read.
        self._components: _Quantized = np.ascontiguousarray(numbers.T, dtype=np.float32)
        self._lengths = np.sqrt(_squares(self._components, axis=0))
        ids = [document.id for document in documents]
        self.ranks = np.argsort(np.argsort(np.array(ids, dtype=object)))
        self._all = np.arange(len(documents))
        types = np.array([document.type for document in documents], dtype=object)
        self._of_type = {kind: np.flatnonzero(types == kind) for kind in {*types.tolist()}}

    @property
    def vectors(self) -> _Quantized:
        """The quantized vectors, (documents, width)."""
        return self._components.T

    def of_type(self, kind: str | None) -> NDArray[np.intp]:
        """Return the positions of the documents of a type, or of all."""
        return self._all if kind is None else self._of_type.get(kind, self._all[:0])

    def cosines(self, query: _Quantized, positions: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the cosine similarities of documents, given by position, to a query."""
        lengths = self._lengths[positions] * np.sqrt(_squares(query))
        lengths[lengths == 0] = 1  # an empty text is similar to nothing
        return np.round(_dot(self._components, query)[positions] / lengths, _SCORE_DIGITS)


def _best(cosines: NDArray[np.float64], ranks: NDArray[np.intp], limit: int) -> NDArray[np.intp]:
    """Return the positions of the highest cosines, the highest first; of equal ones, by rank."""
    near = np.arange(len(cosines))
    if limit < len(cosines):
        near = np.flatnonzero(cosines >= np.partition(cosines, -limit)[-limit])
    return near[np.lexsort((ranks[near], -cosines[near]))[:limit]]


def _quantize(vectors: NDArray[np.float64]) -> _Quantized:
    """Scale each row to integers from -127 to 127."""
    if not vectors.size:
        return np.zeros((len(vectors), 1), dtype=np.float32)
    unit = np.abs(vectors).max(axis=1, keepdims=True) / _LEVELS
    unit[unit == 0] = 1
    return np.rint(vectors / unit).astype(np.float32)


def _dot(components: _Quantized, vector: _Quantized) -> NDArray[np.float64]:
    """Return the exact products of the columns of a matrix, (width, count), with a vector, (width,)."""
    if (used := np.flatnonzero(vector)).size < _SPARSE * len(vector):
        components, vector = components[used], vector[used]
    parts = [
        (vector[start : start + _COLUMNS] @ components[start : start + _COLUMNS]).astype(np.float64)
        for start in range(0, max(1, len(vector)), _COLUMNS)
    ]
    return np.sum(parts, axis=0)


def _squares(vectors: _Quantized, axis: int = -1) -> NDArray[np.float64]:
    """Return the squared lengths of vectors that lie along an axis."""
    return np.square(vectors, dtype=np.float64).sum(axis=axis)


def _document(row: list[Any]) -> Document:
    identity, text, tier, kind, metadata = row
    return Document(identity, text, tier, kind, metadata)
