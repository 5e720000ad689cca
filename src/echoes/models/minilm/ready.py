"""Vectors that the package brings along, of the texts that it brings along.

`echoes bench vectors` makes the files. A text that stands in none of them is simply computed.
"""

import hashlib
import io
from collections.abc import Collection, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from echoes.core.files import write_whole

Numbers = NDArray[np.int8]


class ReadyVectors:
    """A folder of files, each with the vectors of some texts as whole numbers.

    Args:
        folder: of the files; it need not be there.
        version: of what computes vectors; those of another version are not found.
    """

    def __init__(self, folder: Path, version: int) -> None:
        self.folder, self._version = folder, version

    def find(self, texts: Sequence[str]) -> dict[int, Numbers]:
        """The vectors that are ready, by the number of the text."""
        wanted = self._keys(texts)
        found: dict[int, Numbers] = {}
        for path in sorted(self.folder.glob("*.npz")):
            if len(found) == len(texts):
                break
            with np.load(path) as file:
                keys: NDArray[np.uint64] = file["keys"]
                places = np.searchsorted(keys, wanted)
                places[places == len(keys)] = 0
                held = np.flatnonzero(keys[places] == wanted) if len(keys) else np.array([], dtype=np.intp)
                if held.size:
                    found.update(zip(held.tolist(), file["numbers"][places[held]], strict=True))
        return found

    def holds(self, name: str, texts: Collection[str]) -> bool:
        """Whether a file holds the vectors of just these texts."""
        path = self.folder / f"{name}.npz"
        if not path.is_file():
            return False
        with np.load(path) as file:
            return np.array_equal(file["keys"], np.unique(self._keys([*texts])))

    def write(self, name: str, texts: Collection[str], numbers: NDArray[np.float32]) -> None:
        """Write a file.

        Args:
            name: of the file, without its ending.
            texts: at least one.
            numbers: whole numbers from -127 to 127, a row for each text.
        """
        keys, order = np.unique(self._keys([*texts]), return_index=True)
        file = io.BytesIO()
        np.savez_compressed(file, keys=keys, numbers=numbers[order].astype(np.int8))
        write_whole(self.folder / f"{name}.npz", file.getvalue())

    def _keys(self, texts: Sequence[str]) -> NDArray[np.uint64]:
        """A number of 64 bits for each text."""
        hashes = [hashlib.sha256(f"{self._version}\n{text}".encode()).digest()[:8] for text in texts]
        return np.frombuffer(b"".join(hashes), dtype=">u8").astype(np.uint64)
