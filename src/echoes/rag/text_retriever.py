"""A retriever that needs no index: it compares the letters of the documents themselves."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property

from echoes.core.documents import Document, Passage
from echoes.language.ngrams import weighted_ngrams

_SCORE_DIGITS = 6


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
        wanted = _profile(query)
        found = [
            Passage(one.id, one.text, one.type, score, one.metadata)
            for one, profile in self._profiles
            if kind in (None, one.type) and (score := _cosine(wanted, profile)) > 0
        ]
        return sorted(found, key=lambda passage: (-passage.score, passage.id))[: max(1, limit)]

    @cached_property
    def _profiles(self) -> list[tuple[Document, Counter[str]]]:
        return [(document, _profile(document.text)) for document in self.__documents()]


def _profile(text: str) -> Counter[str]:
    profile: Counter[str] = Counter()
    for feature, weight in weighted_ngrams(text):
        profile[feature] += weight
    return profile


def _cosine(one: Counter[str], other: Counter[str]) -> float:
    shared = sum(weight * other[feature] for feature, weight in one.items() if feature in other)
    return round(shared / math.sqrt(_square(one) * _square(other)), _SCORE_DIGITS) if shared else 0.0


def _square(profile: Counter[str]) -> int:
    return sum(weight * weight for weight in profile.values())
