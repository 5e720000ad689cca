"""The default engine: a file a version, and one matrix product a query."""

import asyncio
import hashlib
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from echoes.core.documents import Document, Passage
from echoes.core.errors import IndexFailed
from echoes.core.files import write_whole
from echoes.core.protocols import EmbeddingClient
from echoes.rag.providers.base import BaseRAGProvider

_LEVELS = 127
_COLUMNS = 1024
"""Of a product at a time: 127 · 127 · 1024 < 2^24, so that single precision holds each sum exactly."""
_DIGITS = 6

Numbers = NDArray[np.float32]
"""Whole numbers from -127 to 127."""


class LocalProvider(BaseRAGProvider):
    """Compares a query with every document of a tier.

    Vectors are rounded to whole numbers of 8 bits. Products of those are exact, in whatever order a
    processor adds them, so that equal vectors are found in the same order with the same scores on
    every machine; equally near documents come by name.
    """

    def __init__(self, folder: Path, version: str, embedder: EmbeddingClient) -> None:
        super().__init__(folder, version, embedder)
        self._content: _Content | None = None

    @property
    def _path(self) -> Path:
        """Versions and embedders lie side by side; vectors of two embedders never mix."""
        embedder = hashlib.sha256(self.embedder.id.encode()).hexdigest()[:12]
        return self.folder / f"{self.version}-{embedder}.npz"

    async def ainitialize(self) -> None:
        """Read the documents of this version, if they are there."""
        self._content = await asyncio.to_thread(self._read)

    def _read(self) -> "_Content":
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not self._path.exists():
                return _Content([], np.zeros((0, 1), dtype=np.int8))
            with np.load(self._path) as file:
                rows: list[list[Any]] = json.loads(file["documents"].tobytes())
                return _Content([_document(row) for row in rows], file["numbers"])
        except Exception as error:
            raise _failed(self._path, error) from error

    async def ainsert(self, documents: Sequence[Document]) -> None:
        """Replace the content of this version by these documents."""
        self._opened()
        vectors = await self.embedder.embed([document.text for document in documents])
        numbers = _rounded(np.array(vectors)).astype(np.int8)
        self._content = _Content(list(documents), numbers)
        await asyncio.to_thread(self._write, documents, numbers)

    def _write(self, documents: Sequence[Document], numbers: NDArray[np.int8]) -> None:
        rows = [
            [document.id, document.text, document.tier, document.type, document.metadata]
            for document in documents
        ]
        file = io.BytesIO()
        written = json.dumps(rows, ensure_ascii=False).encode()
        np.savez(file, documents=np.frombuffer(written, dtype=np.uint8), numbers=numbers)
        try:
            write_whole(self._path, file.getvalue())
        except OSError as error:
            raise _failed(self._path, error) from error

    async def aquery(self, query: str, limit: int, kind: str | None = None) -> list[Passage]:
        """The nearest documents by cosine, best first."""
        content = self._opened()
        found = content.of_type(kind)
        if not found.size:
            return []
        [vector] = await self.embedder.embed([query])
        cosines = content.cosines(_rounded(np.array([vector]))[0], found)
        order: NDArray[np.intp] = np.lexsort((content.places[found], -cosines))[:limit]
        numbers: list[int] = found[order].tolist()
        nearest = zip(map(content.documents.__getitem__, numbers), cosines[order].tolist(), strict=True)
        return [Passage(one.id, one.text, one.type, cosine, one.metadata) for one, cosine in nearest]

    async def ahealth_check(self) -> int:
        """How many documents this version holds, on disk."""
        self._opened()
        return len((await asyncio.to_thread(self._read)).documents)

    async def aclose(self) -> None:
        """Let go of the memory."""
        self._content = None

    def _opened(self) -> "_Content":
        if self._content is None:
            raise IndexFailed(f"the index {self.folder} is not open")
        return self._content


class _Content:
    """The documents of a version with their vectors.

    Attributes:
        places: of the documents in the order of their names, which decides between equally near ones.
    """

    def __init__(self, documents: Sequence[Document], numbers: NDArray[np.int8]) -> None:
        self.documents = documents
        self._matrix: Numbers = numbers.astype(np.float32)
        self._lengths = np.sqrt(_squares(self._matrix))
        names = [document.id for document in documents]
        self.places = np.argsort(np.argsort(np.array(names, dtype=object)))
        self._all = np.arange(len(documents))
        types = np.array([document.type for document in documents], dtype=object)
        self._of_type = {kind: np.flatnonzero(types == kind) for kind in {*types.tolist()}}

    def of_type(self, kind: str | None) -> NDArray[np.intp]:
        """The numbers of the documents of a type, or of all."""
        return self._all if kind is None else self._of_type.get(kind, self._all[:0])

    def cosines(self, query: Numbers, numbers: NDArray[np.intp]) -> NDArray[np.float64]:
        """The cosines of documents, given by their numbers, to a query."""
        lengths = self._lengths[numbers] * np.sqrt(_squares(query[None]))
        lengths[lengths == 0] = 1  # an empty text is near to nothing
        return np.round(_dot(self._matrix, query)[numbers] / lengths, _DIGITS)


def _rounded(vectors: NDArray[np.float64]) -> Numbers:
    """Whole numbers from -127 to 127 in proportion to each row."""
    if not vectors.size:
        return np.zeros((len(vectors), 1), dtype=np.float32)
    unit = np.abs(vectors).max(axis=1, keepdims=True) / _LEVELS
    unit[unit == 0] = 1
    return np.rint(vectors / unit).astype(np.float32)


def _dot(matrix: Numbers, vector: Numbers) -> NDArray[np.float64]:
    """Exact products of whole numbers."""
    width = matrix.shape[1]
    parts = [
        (matrix[:, start : start + _COLUMNS] @ vector[start : start + _COLUMNS]).astype(np.float64)
        for start in range(0, width, _COLUMNS)
    ]
    return np.sum(parts, axis=0)


def _squares(matrix: Numbers) -> NDArray[np.float64]:
    """The squared length of each row."""
    return np.square(matrix, dtype=np.float64).sum(axis=1)


def _document(row: list[Any]) -> Document:
    identity, text, tier, kind, metadata = row
    return Document(identity, text, tier, kind, metadata)


def _failed(path: Path, error: Exception) -> IndexFailed:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return IndexFailed(
        f"the index {path} can't be used ({reason})",
        "Make its folder writable, or delete it: it is built again from the puzzle.",
    )
