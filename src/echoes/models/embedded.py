"""What needs no model: an embedder of hashed character n-grams."""

import zlib
from collections.abc import Sequence

import numpy as np

from echoes.core.protocols import EmbeddingClient, LLMClient
from echoes.models.settings import ModelSettings

_DIMENSION = 512


class HashedNgramEmbeddings:
    """Vectors that count the hashed words and character n-grams of a text.

    The hashing trick of Weinberger et al. (2009), with a sign per feature. Texts that share
    words or parts of words lie near each other, in any script. It finds candidates; it
    knows nothing of meaning and must never decide.
    """

    id = "hashed-ngrams-1"
    dimension = _DIMENSION

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit-length vector of 512 numbers per text, in order."""
        return [_vector(text).tolist() for text in texts]


class EmbeddedProvider:
    """The default provider: embeddings only, no language model."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings

    def llm(self) -> LLMClient | None:
        """There is none."""
        return None

    def embeddings(self) -> EmbeddingClient:
        """Hashed n-grams."""
        return HashedNgramEmbeddings()


def _vector(text: str) -> "np.ndarray[tuple[int], np.dtype[np.float32]]":
    vector = np.zeros(_DIMENSION, dtype=np.float32)
    for feature, weight in _features(text):
        code = zlib.crc32(feature.encode())
        vector[code % _DIMENSION] += weight if code & 0x80000000 else -weight
    norm = float(np.linalg.norm(vector))
    return vector / np.float32(norm) if norm else vector


def _features(text: str) -> list[tuple[str, float]]:
    words = "".join(c if c.isalnum() else " " for c in text.casefold()).split()
    found: list[tuple[str, float]] = []
    for word in words:
        if word.isascii():
            padded = f"<{word}>"
            found.append((padded, 1.0))
            found += [(padded[i : i + 4], 0.4) for i in range(len(padded) - 3)]
        else:
            found += [(c, 0.4) for c in word]
            found += [(word[i : i + 2], 1.0) for i in range(len(word) - 1)]
    return found
