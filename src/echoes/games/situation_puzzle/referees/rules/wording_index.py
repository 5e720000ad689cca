"""Word overlap of a question with all authored wordings at once, in both directions.

Words are weighted by their rarity among the wordings, and a word near in meaning counts in part. Everything
is computed in whole numbers, so that it is the same on every machine.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from echoes.language.words import DIMENSION, WordVectors

Counts = NDArray[np.int64]
_UNIT = 1000
_FAR = 300
"""Cosine in thousandths under which two words have nothing in common."""
_OTHER_WORD = 950
"""The highest nearness that another word can have, in thousandths."""
_IDF_SCALE = 100


@dataclass(frozen=True)
class Overlap:
    """The overlap of a question with each wording, arrays of shape (wordings,) in thousandths.

    Attributes:
        asked, said: the share of the question's words that the wording holds, and the other way round.
        asked_near, said_near: the same, with words near in meaning.
        mean: the cosine of the two weighted means.
        missing: the most that one word of the question lacks, weighted by its rarity.
    """

    asked: Counts
    said: Counts
    asked_near: Counts
    said_near: Counts
    mean: Counts
    missing: Counts

    def shares(self, number: int) -> dict[str, float]:
        """Return the overlap with one wording by name, each from 0 to 1."""
        return {name: int(getattr(self, name)[number]) / _UNIT for name in _NAMES}


_NAMES = ("asked", "said", "asked_near", "said_near", "mean", "missing")


class WordingIndex:
    """An index that compares the words of a question with those of all wordings.

    Args:
        wordings: the ideas of each wording; one wording at least.
        vectors: the word vectors of the language.
        same: ideas by the one that stands for them.
    """

    def __init__(
        self, wordings: Sequence[Collection[str]], vectors: WordVectors, same: Mapping[str, str]
    ) -> None:
        self._vectors = vectors
        self._same = same
        ideas = [self.canonical(words) for words in wordings]
        frequency = Counter(idea for words in ideas for idea in words)
        vocabulary = sorted(frequency)
        self._columns = {idea: column for column, idea in enumerate(vocabulary)}
        self._most = round(_IDF_SCALE * math.log(1 + len(ideas)))
        idf = [round(_IDF_SCALE * math.log(1 + len(ideas) / (1 + frequency[idea]))) for idea in vocabulary]
        self._idf = np.array([*idf, 0], dtype=np.int64)
        # A wording without ideas gets one of weight zero.
        self._ideas = [[self._columns[idea] for idea in words] or [len(vocabulary)] for words in ideas]
        self._flat = np.array([column for columns in self._ideas for column in columns], dtype=np.intp)
        self._starts = np.cumsum([0, *map(len, self._ideas)])[:-1]
        self._matrix = np.zeros((len(vocabulary) + 1, DIMENSION), dtype=np.float64)
        for column, idea in enumerate(vocabulary):
            self._matrix[column] = self._vector(idea)
        self._lengths = _lengths(self._matrix)
        self._weights = np.maximum(1, self._summed(self._idf))
        weighed = (self._idf[:, None] * self._matrix)[self._flat]
        means = np.add.reduceat(weighed.astype(np.int64), self._starts, axis=0).astype(np.float64)
        self._mean_lengths = _lengths(means)

    def canonical(self, ideas: Collection[str]) -> list[str]:
        """Return ideas in a fixed order, each replaced by the one that stands for it."""
        return sorted({self._same.get(idea, idea) for idea in ideas})

    def idf(self, idea: str) -> int:
        """Return the weight of an idea, in hundredths of a natural logarithm."""
        column = self._columns.get(self._same.get(idea, idea))
        return self._most if column is None else int(self._idf[column])

    def overlap(self, ideas: Collection[str]) -> Overlap:
        """Compare a question with every wording.

        Args:
            ideas: the ideas of the question.
        """
        asked = self.canonical(ideas)
        weights = np.array([self.idf(idea) for idea in asked], dtype=np.int64)
        whole = max(1, int(weights.sum()))
        vectors = np.array([self._vector(idea) for idea in asked]).reshape(-1, DIMENSION)
        products = vectors @ self._matrix.T
        near = self._near(asked, products / (self._lengths * _lengths(vectors)[:, None]))
        nearest = near.max(axis=0, initial=0)
        held = np.where(nearest == _UNIT, _UNIT, 0)
        of_wordings = np.maximum.reduceat(near[:, self._flat], self._starts, axis=1)
        both = self._summed(held * self._idf)
        lacking = weights[:, None] * (_UNIT - of_wordings)
        # All whole numbers: the product of the means is that of the ideas, weighted and summed.
        mean = self._summed((weights @ products).astype(np.int64) * self._idf)
        length = _lengths(weights[None] @ vectors)
        return Overlap(
            both // whole,
            both // self._weights,
            weights @ of_wordings // whole,
            self._summed(nearest * self._idf) // self._weights,
            np.rint(mean / (self._mean_lengths * length) * _UNIT).astype(np.int64),
            lacking.max(axis=0, initial=0) // self._most,
        )

    def _near(self, ideas: Sequence[str], cosines: NDArray[np.float64]) -> Counts:
        """Return the nearness of each idea to each of the vocabulary, in thousandths; 1000 for itself."""
        thousandths = np.rint(cosines * _UNIT).astype(np.int64)
        near = np.clip((thousandths - _FAR) * _UNIT // (_UNIT - _FAR), 0, _OTHER_WORD)
        for row, idea in enumerate(ideas):
            if idea in self._columns:
                near[row, self._columns[idea]] = _UNIT
        return near

    def _summed(self, values: Counts) -> Counts:
        """Return the sum over the ideas of each wording."""
        return np.add.reduceat(values[self._flat], self._starts)

    def _vector(self, idea: str) -> NDArray[np.float64]:
        vector = self._vectors.of(idea)
        return np.zeros(DIMENSION, dtype=np.float64) if vector is None else vector.astype(np.float64)


def _lengths(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the length of each row, 1 for zero rows; sums of integers do not depend on their order."""
    found = np.sqrt((matrix.astype(np.float64) ** 2).sum(axis=1))
    return np.where(found == 0, 1.0, found)
