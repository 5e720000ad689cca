"""The default provider: an embedder that is part of the package, and no language model."""

import asyncio
import math
import zlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from echoes.core.protocols import EmbeddingClient
from echoes.language.text_retriever import weighted_ngrams
from echoes.language.words import DIMENSION, word_vectors
from echoes.models.completion import Completion
from echoes.models.minilm.encoder import VERSION, MiniLM
from echoes.models.settings import ModelSettings

_BUCKETS = 512
_MIN_THREADED = 16
"""Texts beyond which embedding leaves the event loop's thread."""
_PORTION = 256
"""Texts that are embedded in one go; in between, whoever waits may give up."""
_MEANING_SHARE_EN = 0.7
"""Share of an English text's similarity that comes from MiniLM; the rest comes from its n-grams."""
_MEANING_SHARE_ZH = 0.3
"""Share of a Chinese text's similarity that comes from its word vectors."""


class EmbeddedEmbeddings:
    """Vectors of two parts: the meaning of a text, and its words and letters.

    The first part comes from MiniLM for English. For Chinese it is the mean of the word vectors, weighted by
    how informative each word is (Arora et al., 2017). The second part counts hashed words and character
    n-grams, which finds names, rare words and misspellings. Similarity proposes candidates and must never
    decide.
    """

    id = f"minilm-l6-ngrams-{VERSION}"
    dimension = MiniLM.dimension + _BUCKETS
    in_process = True

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector of 896 numbers per text, of unit length, in order.

        Many texts at once are embedded in a thread of their own.
        """
        if len(texts) <= _MIN_THREADED:
            return _embed(texts).tolist()
        vectors: list[list[float]] = []
        for start in range(0, len(texts), _PORTION):
            portion = await asyncio.to_thread(_embed, texts[start : start + _PORTION])
            vectors += portion.tolist()
        return vectors


class EmbeddedProvider:
    """The default provider: embeddings only, no language model."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings

    def completion(self) -> Completion | None:
        """Return None: there is no language model."""
        return None

    async def context(self) -> int | None:
        """Return None: there is no language model."""
        return None

    async def models(self) -> Sequence[str]:
        """Return no names."""
        return ()

    def embeddings(self) -> EmbeddingClient:
        """Return the embedder of MiniLM and hashed n-grams."""
        return EmbeddedEmbeddings()


@lru_cache(maxsize=1)
def _minilm() -> MiniLM:
    return MiniLM()


def _embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return (texts, 896) vectors."""
    meanings = np.zeros((len(texts), MiniLM.dimension), dtype=np.float32)
    ngrams = np.array([_ngram_vector(text) for text in texts], dtype=np.float32).reshape(-1, _BUCKETS)
    latin = [number for number, text in enumerate(texts) if is_mostly_latin(text)]
    if latin:
        meanings[latin] = _minilm().embed([texts[number] for number in latin])
    for number in {*range(len(texts))} - {*latin}:
        meanings[number, :DIMENSION] = _mean_word_vector(texts[number])
    shares = np.full((len(texts), 1), _MEANING_SHARE_ZH, dtype=np.float32)
    shares[latin] = _MEANING_SHARE_EN
    shares[~ngrams.any(axis=1)] = 1
    shares[~meanings.any(axis=1)] = 0
    return np.concatenate([np.sqrt(shares) * meanings, np.sqrt(1 - shares) * ngrams], axis=1)


def is_mostly_latin(text: str) -> bool:
    """Return whether more than half of a text's letters are Latin, so that MiniLM can read it."""
    letters = [c for c in text if c.isalpha()]
    return 2 * sum(c < "\u0250" for c in letters) > len(letters)


def _mean_word_vector(text: str) -> NDArray[np.float32]:
    """Return the weighted mean of the word vectors: (128,), of unit length, or all 0 if no word is known."""
    import rjieba

    table = word_vectors("zh")
    total = np.zeros(DIMENSION, dtype=np.int64)
    for word in rjieba.cut(text, hmm=False):
        vector = table.of(word)
        if vector is not None:
            total += table.tells(word) * vector
    length = math.sqrt(sum(number * number for number in total.tolist()))
    return (total / (length or 1)).astype(np.float32)


def _ngram_vector(text: str) -> NDArray[np.float32]:
    """Return the hashed features, (512,), with a sign per feature (Weinberger et al., 2009)."""
    counts = [0] * _BUCKETS
    for feature, weight in weighted_ngrams(text):
        code = zlib.crc32(feature.encode())
        counts[code % _BUCKETS] += weight if code & 0x80000000 else -weight
    # Sums of integers do not depend on their order.
    length = math.sqrt(sum(count * count for count in counts))
    return np.array(counts, dtype=np.float32) / np.float32(length or 1)
