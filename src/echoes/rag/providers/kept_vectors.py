"""Vectors of many texts, kept on disk as they come, so that a stopped build goes on where it was."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from echoes.core.errors import IndexFailed
from echoes.core.files import private_folder, private_opener
from echoes.core.protocols import EmbeddingClient

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
        named = hashlib.sha256("\0".join([embedder.id, *texts]).encode()).hexdigest()[:16]
        self._path = folder / f"{named}{_SUFFIX}"

    async def embed(self, on_progress: OnVectors) -> list[list[float]]:
        """Return the vectors in order; those of an earlier run are read.

        Raises:
            ModelFailed: the embedder does not answer; what was computed is kept.
            IndexFailed: the vectors can't be kept.
        """
        if len(self._texts) <= PORTION:
            return await self._embedder.embed(self._texts) if self._texts else []
        kept = await asyncio.to_thread(self._read)
        while len(kept) < len(self._texts):
            more = np.array(await self._embedder.embed(self._texts[len(kept) : len(kept) + PORTION]))
            await asyncio.to_thread(self._append, more)
            kept = np.concatenate([kept, more]) if len(kept) else more
            on_progress(len(kept), len(self._texts))
        return kept.tolist()

    def _read(self) -> NDArray[np.float64]:
        """Return the whole rows of the file; a torn one at its end is cut off."""
        width, row = self._embedder.dimension, self._embedder.dimension * 8
        if not width or not self._path.exists():
            return np.zeros((0, max(1, width)))
        content = self._path.read_bytes()
        rows = min(len(content) // row, len(self._texts))
        if len(content) != rows * row:
            self._path.write_bytes(content[: rows * row])
        return np.frombuffer(content[: rows * row]).reshape(rows, width)

    def _append(self, rows: NDArray[np.float64]) -> None:
        try:
            private_folder(self._path.parent)
            with open(self._path, "ab", opener=private_opener) as file:
                file.write(rows.tobytes())
        except OSError as error:
            raise IndexFailed(
                f"{self._path} can't be written ({error.strerror})", "Make room there."
            ) from error


def discard_kept_vectors(folder: Path) -> None:
    """Remove what builds have kept, once there is an index."""
    for path in folder.glob(f"*{_SUFFIX}"):
        path.unlink(missing_ok=True)
