"""What needs no model server: an embedder that is part of the package."""

import asyncio
import math
import zlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from echoes.core.protocols import EmbeddingClient
from echoes.language.words import DIMENSION, word_vectors
from echoes.models.completion import Completion
from echoes.models.minilm import VERSION, MiniLM
from echoes.models.settings import ModelSettings

_BUCKETS = 512
_WHOLE, _PIECE = 5, 2
"""What a word, or a pair of Chinese characters, counts beside a piece of it."""
_MANY = 16
_SHARE_OF_MEANING = 0.7
"""How much of an English text's similarity comes from MiniLM; the rest from its letters."""
_SHARE_OF_WORDS = 0.3
"""How much of a Chinese text's comes from its words' meanings."""


class EmbeddedEmbeddings:
    """Vectors of two parts: what a text means, and which words and letters it has.

    The first part is MiniLM's for English, and for Chinese the mean of its words' vectors, words weighing
    by how much they tell (Arora et al., 2017). The second counts hashed words and character n-grams,
    which finds names, rare words and misspellings. It finds candidates and must never decide.
    """

    id = f"minilm-l6-ngrams-{VERSION}"
    dimension = MiniLM.dimension + _BUCKETS

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector of 896 numbers per text, of unit length, in order.

        Many at once are embedded beside the event loop.
        """
        vectors = _vectors(texts) if len(texts) <= _MANY else await asyncio.to_thread(_vectors, texts)
        return vectors.tolist()


class EmbeddedProvider:
    """The default provider: embeddings only, no language model."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings

    def completion(self) -> Completion | None:
        """There is none."""
        return None

    async def models(self) -> Sequence[str]:
        """None either."""
        return ()

    def embeddings(self) -> EmbeddingClient:
        """MiniLM and hashed n-grams."""
        return EmbeddedEmbeddings()


@lru_cache(maxsize=1)
def _minilm() -> MiniLM:
    return MiniLM()


def _vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    meanings = np.zeros((len(texts), MiniLM.dimension), dtype=np.float32)
    letters = np.array([_ngrams(text) for text in texts], dtype=np.float32).reshape(-1, _BUCKETS)
    latin = [number for number, text in enumerate(texts) if is_latin(text)]
    if latin:
        meanings[latin] = _minilm().vectors([texts[number] for number in latin])
    for number in {*range(len(texts))} - {*latin}:
        meanings[number, :DIMENSION] = _mean_of_words(texts[number])
    shares = np.full((len(texts), 1), _SHARE_OF_WORDS, dtype=np.float32)
    shares[latin] = _SHARE_OF_MEANING
    shares[~letters.any(axis=1)] = 1
    shares[~meanings.any(axis=1)] = 0
    return np.concatenate([np.sqrt(shares) * meanings, np.sqrt(1 - shares) * letters], axis=1)


def is_latin(text: str) -> bool:
    """Whether more than half of a text's letters are Latin ones, so that MiniLM can read it."""
    letters = [c for c in text if c.isalpha()]
    return 2 * sum(c < "\u0250" for c in letters) > len(letters)


def _mean_of_words(text: str) -> NDArray[np.float32]:
    """A direction of 128 numbers; all 0 where no word is known."""
    import rjieba

    table = word_vectors("zh")
    total = np.zeros(DIMENSION, dtype=np.int64)
    for word in rjieba.cut(text, hmm=False):
        vector = table.of(word)
        if vector is not None:
            total += table.tells(word) * vector
    length = math.sqrt(sum(number * number for number in total.tolist()))
    return (total / (length or 1)).astype(np.float32)


def _ngrams(text: str) -> NDArray[np.float32]:
    """The hashing trick, with a sign per feature (Weinberger et al., 2009)."""
    counts = [0] * _BUCKETS
    for feature, weight in _features(text):
        code = zlib.crc32(feature.encode())
        counts[code % _BUCKETS] += weight if code & 0x80000000 else -weight
    # Of whole numbers: no sum depends on its order.
    length = math.sqrt(sum(count * count for count in counts))
    return np.array(counts, dtype=np.float32) / np.float32(length or 1)


def _features(text: str) -> list[tuple[str, int]]:
    words = "".join(c if c.isalnum() else " " for c in text.casefold()).split()
    found: list[tuple[str, int]] = []
    for word in words:
        if word.isascii():
            padded = f"<{word}>"
            found.append((padded, _WHOLE))
            found += [(padded[i : i + 4], _PIECE) for i in range(len(padded) - 3)]
        else:
            found += [(c, _PIECE) for c in word]
            found += [(word[i : i + 2], _WHOLE) for i in range(len(word) - 1)]
    return found
