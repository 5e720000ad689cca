"""Open moves by how near they come in meaning to what was said.

Nearness alone decides nothing: it knows neither a negation nor who does what to whom.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from echoes.core.protocols import EmbeddingClient

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    _Vector = NDArray[np.int64]

_MOST_KEPT = 2048
"""Texts whose vectors are kept, of all games together: at most some 15 MB."""
_UNIT = 1000


class Nearness:
    """Finds how near in meaning each open move comes to a message.

    Args:
        embedder: makes the embedder when it is first needed; without one nothing is nearest.
    """

    def __init__(self, embedder: Callable[[], EmbeddingClient] | None = None) -> None:
        self._embedder = embedder
        self._vectors: dict[str, _Vector] = {}

    async def of(self, message: str, moves: Mapping[str, Sequence[str]]) -> dict[str, int]:
        """Return the cosine of each move and a message in thousandths; nothing without an embedder.

        Args:
            message: what was said.
            moves: the texts of each move, by its key; a move is as near as the nearest of its texts.
        """
        texts = {key: [text for text in each if text.strip()] for key, each in moves.items()}
        texts = {key: each for key, each in texts.items() if each}
        if self._embedder is None or not texts or not message.strip():
            return {}
        embedder = self._embedder()
        vectors = await self._vectors_of(embedder, [text for each in texts.values() for text in each])
        said = _whole((await embedder.embed([message]))[0])
        found = {text: int(said @ vector) // _UNIT for text, vector in vectors.items()}
        return {key: max(found[text] for text in each) for key, each in texts.items()}

    async def _vectors_of(self, embedder: EmbeddingClient, texts: Sequence[str]) -> "dict[str, _Vector]":
        """Return the vectors of texts, and keep them for the next message."""
        known = {text: self._vectors[text] for text in texts if text in self._vectors}
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        found = await embedder.embed(missing) if missing else []
        known |= {text: _whole(vector) for text, vector in zip(missing, found, strict=True)}
        self._vectors = {**self._vectors, **known} if len(self._vectors) < _MOST_KEPT else known
        return known


def _whole(vector: Sequence[float]) -> "_Vector":
    """Return a vector in thousandths: products of whole numbers are the same in any order."""
    import numpy as np

    return np.rint(np.asarray(vector, dtype=np.float64) * _UNIT).astype(np.int64)
