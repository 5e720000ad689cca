"""What needs no model server: an embedder that is part of the package."""

import asyncio
import zlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from echoes.core.protocols import EmbeddingClient
from echoes.models.completion import Completion
from echoes.models.minilm import MiniLM
from echoes.models.settings import ModelSettings

_BUCKETS = 512
_WORD = 24
_KEPT = 2_000
"""How many short texts are remembered: words are asked about again and again."""
_MANY = 16
_SHARE_OF_MEANING = 0.7
"""How much of an English text's similarity comes from MiniLM; the rest from its letters."""


class EmbeddedEmbeddings:
    """Vectors of two parts: what a text means, and which words and letters it has.

    The first part is MiniLM's and knows English only; a text in another script has nothing
    there. The second counts hashed words and character n-grams, which finds names, rare words
    and misspellings, and Chinese. It finds candidates and must never decide.
    """

    id = "minilm-l6-ngrams-2"
    dimension = MiniLM.dimension + _BUCKETS

    def __init__(self) -> None:
        self._kept: dict[str, list[float]] = {}

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit-length vector of 896 numbers per text, in order; many at once beside the event loop."""
        return self._embed(texts) if len(texts) <= _MANY else await asyncio.to_thread(self._embed, texts)

    def _embed(self, texts: Sequence[str]) -> list[list[float]]:
        # In 8 bits a text's vector depends a little on what it is embedded with: words go one by one, so that
        # the kept are as the fresh, and longer texts all together, whatever came before.
        long = [text for text in dict.fromkeys(texts) if len(text) > _WORD]
        vectors = dict(zip(long, _vectors(long), strict=True)) if long else {}
        for text in texts:
            if text not in vectors:
                vectors[text] = self._kept[text] if text in self._kept else _vectors([text])[0]
        self._kept |= {text: vector for text, vector in vectors.items() if len(text) <= _WORD}
        if len(self._kept) > _KEPT:
            self._kept.clear()
        return [vectors[text] for text in texts]


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


def _vectors(texts: Sequence[str]) -> list[list[float]]:
    meanings = np.zeros((len(texts), MiniLM.dimension), dtype=np.float32)
    letters = np.array([_ngrams(text) for text in texts])
    if latin := [number for number, text in enumerate(texts) if _is_latin(text)]:
        meanings[latin] = _SHARE_OF_MEANING**0.5 * _minilm().vectors([texts[number] for number in latin])
        letters[latin] *= (1 - _SHARE_OF_MEANING) ** 0.5
    return np.concatenate([meanings, letters], axis=1).tolist()


def _is_latin(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return 2 * sum(c < "\u0250" for c in letters) > len(letters)


def _ngrams(text: str) -> NDArray[np.float32]:
    """The hashing trick, with a sign per feature (Weinberger et al., 2009)."""
    vector = np.zeros(_BUCKETS, dtype=np.float32)
    for feature, weight in _features(text):
        code = zlib.crc32(feature.encode())
        vector[code % _BUCKETS] += weight if code & 0x80000000 else -weight
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
