"""Which authored question a player means: a ranking learnt from other puzzles' questions.

A logistic regression scores each wording that may be meant; a second one says how sure it is of the first.
The weights in `ranking.json` are made by `make ranker` from the development questions of the gold suite.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from echoes.core.events import RulingWord
from echoes.games.situation_puzzle.language.reading import Reader
from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.situation_puzzle.referees.rank_features import Sentence, Standing, features
from echoes.games.situation_puzzle.referees.readings import Readings, Wording
from echoes.games.situation_puzzle.referees.wording_index import Overlap, WordingIndex
from echoes.language.words import word_vectors

CANDIDATES = 40
"""Wordings that are looked at closely."""
NEAREST = 150
"""Wordings whose cosine is known."""
_FIRST = 20
_DIGITS = 4
_WEIGHTS = Path(__file__).with_name("ranking.json")


@dataclass(frozen=True)
class Model:
    """A logistic regression over named features.

    Attributes:
        weights: by name of the feature.
        bias: what is added.
    """

    weights: Mapping[str, float]
    bias: float

    def score(self, values: Mapping[str, float]) -> float:
        """The log odds."""
        # fsum rounds once, so that the sum depends on no order.
        products = (weight * values[name] for name, weight in self.weights.items())
        return round(math.fsum([self.bias, *products]), _DIGITS)


@dataclass(frozen=True)
class Ranked:
    """A wording that may be meant.

    Attributes:
        score: the log odds that its ruling settles the question.
        values: the features that it was scored by.
    """

    wording: Wording
    score: float
    values: Mapping[str, float]


@dataclass(frozen=True)
class Ranking:
    """The wordings that may be meant, best first.

    Attributes:
        ranked: several of one ruling may stand in it.
        sure: the log odds that the first one's ruling settles the question.
    """

    ranked: tuple[Ranked, ...]
    sure: float


class Ranker:
    """Ranks the wordings of one puzzle.

    Args:
        readings: of the puzzle.
    """

    def __init__(self, readings: Readings) -> None:
        self._puzzle: Puzzle = readings.puzzle
        self._reader: Reader = readings.reader
        self._wordings = readings.wordings

    def ranking(self, text: str, cosines: Mapping[tuple[int, int], float]) -> Ranking:
        """Rank what may be meant.

        Args:
            text: the player's question.
            cosines: of the wordings nearest to it, by number and variant.
        """
        scored = self.candidates(text, cosines)
        model, confidence = models(self._puzzle.language)
        ranked = [
            Ranked(self._wordings[number], model.score(values), values) for number, values in scored
        ]
        ranked.sort(key=lambda one: (-one.score, one.wording.number, one.wording.variant))
        if not ranked:
            return Ranking((), -math.inf)
        return Ranking(tuple(ranked), confidence.score(certainty(ranked, self._rulings)))

    def candidates(
        self, text: str, cosines: Mapping[tuple[int, int], float]
    ) -> list[tuple[int, dict[str, float]]]:
        """The wordings that may be meant, each with its features."""
        if not self._wordings:
            return []
        asked = self._sentence(text)
        overlap = self._index.overlap(asked.ideas)
        least = min(cosines.values(), default=0.0)
        known = [cosines.get((wording.number, wording.variant), least) for wording in self._wordings]
        first = self._first(known, overlap)
        order = sorted(range(len(first)), key=lambda number: (-first[number], number))
        places = self._places(order, known, first)
        return [
            (number, features(self._reader, asked, self._sentences[number], overlap, number, places[number]))
            for number in order[:CANDIDATES]
        ]

    def _first(self, cosines: Sequence[float], overlap: Overlap) -> list[float]:
        """A first score for all wordings, to choose from."""
        parts = 500 * overlap.mean + 500 * overlap.asked_near + 300 * overlap.said_near
        return [round(cosine + part / 1e6, 6) for cosine, part in zip(cosines, parts.tolist(), strict=True)]

    def _places(
        self, order: Sequence[int], cosines: Sequence[float], first: Sequence[float]
    ) -> dict[int, Standing]:
        nearest = max(cosines)
        best: dict[int, float] = {}
        ranks: dict[int, int] = defaultdict(lambda: len(ranks))
        for number in order[:NEAREST]:
            best.setdefault(self._wordings[number].number, first[number])
            _ = ranks[self._wordings[number].number]
        counts = Counter(self._wordings[number].number for number in order[:_FIRST])
        return {
            number: Standing(cosines[number], nearest - cosines[number], best[ruling], counts[ruling], ranks[ruling])
            for number in order[:CANDIDATES]
            for ruling in [self._wordings[number].number]
        }

    def _sentence(self, text: str) -> Sentence:
        bare = self._reader.bare(text)
        clauses = self._reader.clauses(text)
        single = clauses[0] if len(clauses) == 1 else None
        return Sentence(self._reader.literal(bare), single, self._reader.ideas(bare), len(clauses))

    @cached_property
    def _sentences(self) -> list[Sentence]:
        return [
            Sentence(self._reader.literal(one.text), one.clause, one.ideas) for one in self._wordings
        ]

    @cached_property
    def _index(self) -> WordingIndex:
        same: dict[str, str] = {}
        for group in self._puzzle.synonyms:
            single = [idea for word in group.words for idea in one_idea(self._reader, word)]
            same |= {idea: single[0] for idea in single if idea not in same}
        return WordingIndex([one.ideas for one in self._wordings], word_vectors(self._puzzle.language), same)

    @cached_property
    def _rulings(self) -> list[RulingWord]:
        return [ruling.ruling for ruling in self._puzzle.rulings]


def one_idea(reader: Reader, word: str) -> frozenset[str]:
    """The idea of a word; none of a phrase of several, whose parts mean other things."""
    ideas = reader.ideas(word)
    return ideas if len(ideas) == 1 else frozenset()


def certainty(ranked: Sequence[Ranked], rulings: Sequence[RulingWord]) -> dict[str, float]:
    """The features by which it is told how sure a ranking is of its first.

    Args:
        ranked: best first.
        rulings: the ruling words by number.
    """
    best: dict[int, float] = {}
    for one in ranked:
        best.setdefault(one.wording.number, one.score)
    numbers, scores = [*best], [*best.values()]
    word = rulings[numbers[0]]
    against = [score for number, score in best.items() if rulings[number] != word]
    values = ranked[0].values
    return {
        "score": scores[0],
        "ahead": scores[0] - (scores[1] if len(scores) > 1 else scores[0] - 8),
        "ahead_of_other_ruling": scores[0] - max(against, default=scores[0] - 8),
        **{name: values[name] for name in CERTAINTY},
    }


CERTAINTY = (
    "cosine asked_near said_near missing guards negated same_named other_doer turned asked_joined"
    " asked_ideas sentences"
).split()


@lru_cache(maxsize=4)
def models(language: str) -> tuple[Model, Model]:
    """The model that ranks, and the one that tells how sure that is."""
    found: Any = json.loads(_WEIGHTS.read_text("utf-8"))[language]
    return tuple(Model(found[name]["weights"], found[name]["bias"]) for name in ("rank", "sure"))  # pyright: ignore
