"""Precomputed vectors of the texts that come with the package.

`echoes bench vectors` writes the files. A text that is in none of them is computed.
"""

import hashlib
import io
from collections.abc import Collection, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from echoes.core.files.writing import atomic_write

_Int8Array = NDArray[np.int8]


class PrecomputedVectors:
    """A folder of files, each with the quantized vectors of some texts.

    Args:
        folder: the folder; it need not exist.
        version: version of the encoder; vectors of another version are not found.
    """

    def __init__(self, folder: Path, version: int) -> None:
        self.folder, self._version = folder, version

    def find(self, texts: Sequence[str]) -> dict[int, _Int8Array]:
        """Return the vectors that are there, by position of the text."""
        wanted = self._keys(texts)
        files = {path: path.stat().st_mtime_ns for path in sorted(self.folder.glob("*.npz"))}
        rows = {path: _rows(_keys_of(path, modified), wanted) for path, modified in files.items()}
        missing = np.ones(len(texts), dtype=bool)
        found: dict[int, _Int8Array] = {}
        while rows:
            # The texts of one puzzle lie in one file, and a few of them in others also.
            path = max(rows, key=lambda path: np.count_nonzero(missing & (rows[path] >= 0)))
            held = np.flatnonzero(missing & (rows[path] >= 0))
            if not held.size:
                break
            numbers = _numbers_of(path, files[path])
            found.update(zip(held.tolist(), numbers[rows.pop(path)[held]], strict=True))
            missing[held] = False
        return found

    def holds(self, name: str, texts: Collection[str]) -> bool:
        """Return whether a file holds the vectors of exactly these texts."""
        path = self.folder / f"{name}.npz"
        if not path.is_file():
            return False
        with np.load(path) as file:
            return np.array_equal(file["keys"], np.unique(self._keys([*texts])))

    def write(self, name: str, texts: Collection[str], vectors: NDArray[np.float32]) -> None:
        """Write a file.

        Args:
            name: name of the file, without its suffix.
            texts: at least one.
            vectors: (texts, width), integers from -127 to 127.
        """
        keys, order = np.unique(self._keys([*texts]), return_index=True)
        file = io.BytesIO()
        np.savez_compressed(file, keys=keys, numbers=vectors[order].astype(np.int8))
        atomic_write(self.folder / f"{name}.npz", file.getvalue())

    def _keys(self, texts: Sequence[str]) -> NDArray[np.uint64]:
        """Return a 64-bit hash per text."""
        hashes = [hashlib.sha256(f"{self._version}\n{text}".encode()).digest()[:8] for text in texts]
        return np.frombuffer(b"".join(hashes), dtype=">u8").astype(np.uint64)


def _rows(keys: NDArray[np.uint64], wanted: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Return the position of each wanted hash among the sorted ones of a file, or -1."""
    if not len(keys):
        return np.full(len(wanted), -1, dtype=np.intp)
    rows = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[rows] == wanted, rows, -1)


@lru_cache(maxsize=256)
def _keys_of(path: Path, modified: int) -> NDArray[np.uint64]:
    """Return the hashes in a file; it is read again only after it has changed."""
    with np.load(path) as file:
        keys: NDArray[np.uint64] = file["keys"]
        return keys


@lru_cache(maxsize=2)
def _numbers_of(path: Path, modified: int) -> _Int8Array:
    """Return the vectors in a file; kept while the texts of one puzzle are looked up in portions."""
    with np.load(path) as file:
        numbers: _Int8Array = file["numbers"]
        return numbers
