"""A retriever that needs no index: it compares the letters of the documents themselves."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from echoes.core.documents import Document, Passage
from echoes.core.operation.tracing import span

_WORD_WEIGHT, _NGRAM_WEIGHT = 5, 2
"""Weights of a word, or a pair of Chinese characters, and of a character n-gram."""

_SCORE_DIGITS = 6


def weighted_ngrams(text: str) -> list[tuple[str, int]]:
    """Return the words and n-grams of a text with their weights, repeated ones as often as they occur."""
    words = "".join(c if c.isalnum() else " " for c in text.casefold()).split()
    found: list[tuple[str, int]] = []
    for word in words:
        if word.isascii():
            padded = f"<{word}>"
            found.append((padded, _WORD_WEIGHT))
            found += [(padded[i : i + 4], _NGRAM_WEIGHT) for i in range(len(padded) - 3)]
        else:
            found += [(c, _NGRAM_WEIGHT) for c in word]
            found += [(word[i : i + 2], _WORD_WEIGHT) for i in range(len(word) - 1)]
    return found


class TextRetriever:
    """Searches the documents that it was given, by the words and n-grams that they share with a query.

    It takes the place of a knowledge base that can't be used. Its scores are cosines too, but of letters
    instead of meanings.

    Args:
        documents: returns those that its role may read; called with the first search.
    """

    def __init__(self, documents: Callable[[], Sequence[Document]]) -> None:
        self.__documents = documents

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        """Return the nearest passages, best first; those that share nothing with the query are left out."""
        wanted = _Profile.of(query)
        with span("retrieval"):
            found = [
                Passage(one.id, one.text, one.type, score, one.metadata)
                for one, profile in self._profiles
                if kind in (None, one.type) and (score := wanted.cosine(profile)) > 0
            ]
        return sorted(found, key=lambda passage: (-passage.score, passage.id))[: max(1, limit)]

    @cached_property
    def _profiles(self) -> list[tuple[Document, "_Profile"]]:
        return [(document, _profile(document.text)) for document in self.__documents()]


@dataclass(frozen=True)
class _Profile:
    """The weighted n-grams of a text.

    Attributes:
        weights: the weight of each n-gram.
        square: the square of their length, computed once for each text.
    """

    weights: Mapping[str, int]
    square: int

    @classmethod
    def of(cls, text: str) -> "_Profile":
        """Count the n-grams of a text."""
        weights: Counter[str] = Counter()
        for feature, weight in weighted_ngrams(text):
            weights[feature] += weight
        return cls(weights, sum(weight * weight for weight in weights.values()))

    def cosine(self, other: "_Profile") -> float:
        """Return the cosine with another text, 0 to 1."""
        shared = sum(
            weight * other.weights[one] for one, weight in self.weights.items() if one in other.weights
        )
        return round(shared / math.sqrt(self.square * other.square), _SCORE_DIGITS) if shared else 0.0


@lru_cache(maxsize=256)
def _profile(text: str) -> _Profile:
    """Return the profile of a document: the next turn's retriever searches much the same ones again."""
    return _Profile.of(text)
