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

from echoes.core.files import atomic_write

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
        found: dict[int, _Int8Array] = {}
        for path in sorted(self.folder.glob("*.npz")):
            if len(found) == len(texts):
                break
            keys = _keys_of(path, path.stat().st_mtime_ns)
            rows = np.searchsorted(keys, wanted)
            rows[rows == len(keys)] = 0
            held = np.flatnonzero(keys[rows] == wanted) if len(keys) else np.array([], dtype=np.intp)
            if held.size:
                with np.load(path) as file:
                    found.update(zip(held.tolist(), file["numbers"][rows[held]], strict=True))
        return found

    def holds(self, name: str, texts: Collection[str]) -> bool:
        """Return True if a file holds the vectors of exactly these texts."""
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


@lru_cache(maxsize=256)
def _keys_of(path: Path, modified: int) -> NDArray[np.uint64]:
    """Return the hashes in a file; it is read again only after it has changed."""
    with np.load(path) as file:
        keys: NDArray[np.uint64] = file["keys"]
        return keys
