"""Spelling correction, for reading only: the player's text stays as it was."""

from collections.abc import Callable
from functools import lru_cache

_SHORTEST = 4
_LONG = 8


class SpellingCorrector:
    """A corrector that replaces an unknown word by the one word of a vocabulary that it must be.

    Args:
        vocabulary: the words that a player may mean.
        is_known: tells whether a word needs no correction.
    """

    def __init__(self, vocabulary: frozenset[str], is_known: Callable[[str], bool]) -> None:
        self._vocabulary = sorted(word for word in vocabulary if len(word) >= _SHORTEST and word.isalpha())
        self._words = frozenset(self._vocabulary)
        self._is_known = is_known
        self.correct = lru_cache(maxsize=5_000)(self._correct)

    def _correct(self, word: str) -> str:
        """Return the nearest word by optimal string alignment, if it is the only one.

        One slip is allowed, two from eight letters on.
        """
        if len(word) < _SHORTEST or not word.isalpha() or word in self._words or self._is_known(word):
            return word
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        slips = 2 if len(word) >= _LONG else 1
        found = process.extract(word, self._vocabulary, scorer=OSA.distance, score_cutoff=slips, limit=2)
        near = [other for other, distance, _ in found if distance == found[0][1] and other[0] == word[0]]
        return near[0] if len(near) == 1 else word
