"""Weights of words by inverse document frequency, and shares of one set of words in another."""

import math
from collections import Counter
from collections.abc import Collection


class IdfWeights:
    """Weights of words by the number of texts that hold them.

    The weight is the inverse document frequency (Spärck Jones, 1972).

    Args:
        texts: the words of each text.
    """

    def __init__(self, texts: Collection[frozenset[str]]) -> None:
        frequency = Counter(word for words in texts for word in words)
        self._weights = {word: _weight(len(texts), count) for word, count in frequency.items()}
        self._unknown = _weight(len(texts), 0)

    def share(self, words: frozenset[str], held: frozenset[str]) -> float:
        """Return the weighted share of `words` that is in `held`, 0 to 1; 0 for no words."""
        whole = sum(map(self.weight, words))
        return round(sum(map(self.weight, words & held)) / whole, 6) if whole else 0.0

    def weight(self, word: str) -> int:
        """Return the weight of a word in thousandths; sums of integers are the same on every machine."""
        return self._weights.get(word, self._unknown)


def _weight(texts: int, frequency: int) -> int:
    return round(1000 * math.log(1 + texts / (1 + frequency)))
