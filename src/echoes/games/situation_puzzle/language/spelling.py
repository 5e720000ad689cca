"""Mending slips of the keyboard, for reading only: what the player wrote stays as it was."""

from collections.abc import Callable
from functools import lru_cache

_SHORTEST = 4
_LONG = 8


class Spelling:
    """Brings an unknown word to the one word of a vocabulary that it must be.

    Args:
        vocabulary: the words that a player may mean.
        is_known: whether a word needs no mending.
    """

    def __init__(self, vocabulary: frozenset[str], is_known: Callable[[str], bool]) -> None:
        self._vocabulary = sorted(word for word in vocabulary if len(word) >= _SHORTEST and word.isalpha())
        self._words = frozenset(self._vocabulary)
        self._is_known = is_known
        self.mend = lru_cache(maxsize=5_000)(self._mend)

    def _mend(self, word: str) -> str:
        """The nearest word by optimal string alignment, one slip in eight letters, if it is the only one."""
        if len(word) < _SHORTEST or not word.isalpha() or word in self._words or self._is_known(word):
            return word
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        slips = 2 if len(word) >= _LONG else 1
        found = process.extract(word, self._vocabulary, scorer=OSA.distance, score_cutoff=slips, limit=2)
        near = [other for other, distance, _ in found if distance == found[0][1] and other[0] == word[0]]
        return near[0] if len(near) == 1 else word
