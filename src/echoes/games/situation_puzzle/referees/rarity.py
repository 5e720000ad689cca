"""How much of what is meant one set of words holds of another."""

import math
from collections import Counter
from collections.abc import Collection


class Rarity:
    """Weighs words by how few texts hold them.

    The weight is the inverse document frequency (Spärck Jones, 1972).

    Args:
        texts: the words of each text.
    """

    def __init__(self, texts: Collection[frozenset[str]]) -> None:
        self._count = len(texts)
        self._frequency = Counter(word for words in texts for word in words)

    def share(self, words: frozenset[str], held: frozenset[str]) -> float:
        """How much of the words is among those held, 0 to 1; nothing of no words."""
        whole = sum(map(self.weight, words))
        return round(sum(map(self.weight, words & held)) / whole, 6) if whole else 0.0

    def weight(self, word: str) -> int:
        """What a word weighs, in thousandths: sums of whole numbers are the same on every machine."""
        return round(1000 * math.log(1 + self._count / (1 + self._frequency[word])))
