"""Vectors of many texts, kept on disk as they come, so that a stopped build goes on where it was."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from echoes.core.errors import IndexFailed
from echoes.core.files.writing import private_folder, private_opener
from echoes.core.protocols import EmbeddingClient
from echoes.core.vectors import embed

OnVectors = Callable[[int, int], None]
"""Is told how many texts are done, and how many there are."""
PORTION = 128
"""Texts that are embedded between two writes; fewer are not kept."""
_SUFFIX = ".vectors"


class KeptVectors:
    """The vectors of the texts of one build.

    Args:
        folder: the folder of the index.
        embedder: turns texts into vectors.
        texts: all of them; others, or another embedder, have a file of their own.
    """

    def __init__(self, folder: Path, embedder: EmbeddingClient, texts: Sequence[str]) -> None:
        self._embedder, self._texts = embedder, texts
        self._folder = folder
        self._named = hashlib.sha256("\0".join([embedder.id, *texts]).encode()).hexdigest()[:16]

    async def embed(self, on_progress: OnVectors) -> list[list[float]]:
        """Return the vectors in order; those of an earlier run are read.

        Raises:
            ModelFailed: the embedder does not answer as it should; what was computed is kept.
            IndexFailed: the vectors can't be kept.
        """
        if len(self._texts) <= PORTION:
            return (await embed(self._embedder, self._texts)).tolist() if self._texts else []
        # An embedder on a server tells the length of its vectors with the first one.
        width = self._embedder.dimension or (await embed(self._embedder, self._texts[:1])).shape[1]
        path = self._folder / f"{self._named}-{width}{_SUFFIX}"
        kept = await asyncio.to_thread(self._read, path, width)
        while len(kept) < len(self._texts):
            more = await embed(self._embedder, self._texts[len(kept) : len(kept) + PORTION], width)
            await asyncio.to_thread(_append, path, more)
            kept = np.concatenate([kept, more])
            on_progress(len(kept), len(self._texts))
        return kept.tolist()

    def _read(self, path: Path, width: int) -> NDArray[np.float64]:
        """Return the whole rows of the file; a torn one at its end is cut off."""
        content, row = path.read_bytes() if path.exists() else b"", width * 8
        rows = min(len(content) // row, len(self._texts))
        if len(content) != rows * row:
            path.write_bytes(content[: rows * row])
        return np.frombuffer(content[: rows * row]).reshape(rows, width)


def _append(path: Path, rows: NDArray[np.float64]) -> None:
    try:
        private_folder(path.parent)
        with open(path, "ab", opener=private_opener) as file:
            file.write(rows.tobytes())
    except OSError as error:
        raise IndexFailed(f"{path} can't be written ({error.strerror})", "Make room there.") from error


def discard_kept_vectors(folder: Path) -> None:
    """Remove what builds have kept, once there is an index."""
    for path in folder.glob(f"*{_SUFFIX}"):
        path.unlink(missing_ok=True)
