"""Ranking of the authored questions that a player may mean, learnt from other puzzles' questions.

A logistic regression scores each wording that may be meant; a second one says how sure it is of the first.
The weights in `ranking.json` are made by `echoes bench ranker` from the development questions.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypedDict, get_args

import numpy as np
from numpy.typing import NDArray

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.referees.rules.known_sentences import KnownSentences, Wording
from echoes.games.situation_puzzle.referees.rules.ranking_features import (
    CandidateRank,
    ParsedSentence,
    features,
)
from echoes.games.situation_puzzle.referees.rules.wording_index import Overlap, WordingIndex
from echoes.language.reader import Clause
from echoes.language.words import word_vectors

CANDIDATES = 40
"""The number of wordings whose features are computed."""
NEAREST = 150
"""The number of wordings whose cosine is computed."""
_FIRST = 20
_SCORE_DIGITS, _FIRST_DIGITS = 4, 6
Scores = NDArray[np.float64]
WEIGHTS = Path(__file__).with_name("ranking.json")


class _Weights(TypedDict):
    weights: Mapping[str, float]
    bias: float


@dataclass(frozen=True)
class LogisticModel:
    """A logistic regression over named features.

    Attributes:
        weights: the weights by name of the feature.
        bias: the constant term.
    """

    weights: Mapping[str, float]
    bias: float

    def score(self, values: Mapping[str, float]) -> float:
        """Return the log odds."""
        # fsum rounds once, so that the sum does not depend on the order.
        products = [weight * values[name] for name, weight in self.weights.items()]
        return round(math.fsum([self.bias, *products]), _SCORE_DIGITS)


@dataclass(frozen=True)
class RankedWording:
    """A wording that may be meant.

    Attributes:
        score: the log odds that its ruling settles the question.
        values: the features by which it was scored.
    """

    wording: Wording
    score: float
    values: Mapping[str, float]

    @property
    def probability(self) -> float:
        """The probability that its ruling settles the question."""
        return probability(self.score)


@dataclass(frozen=True)
class Ranking:
    """The wordings that may be meant, best first.

    Attributes:
        ranked: the wordings; several may belong to one ruling.
        sure: the log odds that the first one is right: fully if its ruling settles the question, by half if
            it only happens to be the same.
    """

    ranked: tuple[RankedWording, ...]
    sure: float


class Ranker:
    """A ranker of the wordings of one puzzle.

    Args:
        sentences: the known sentences of the puzzle.
        index: the word index of its wordings.
    """

    def __init__(self, sentences: KnownSentences, index: WordingIndex) -> None:
        self._puzzle = sentences.puzzle
        self._reader = sentences.reader
        self._wordings = sentences.wordings
        self._index = index

    def ranking(self, text: str, cosines: Mapping[tuple[int, int], float]) -> Ranking:
        """Rank what may be meant.

        Args:
            text: the player's question.
            cosines: cosines of the nearest wordings, by number and variant.
        """
        scored = self.candidates(text, cosines)
        model, confidence = ranking_models(self._puzzle.language)
        ranked = [
            RankedWording(self._wordings[number], model.score(values), values) for number, values in scored
        ]
        ranked.sort(key=lambda one: (-one.score, one.wording.number, one.wording.variant))
        if not ranked:
            return Ranking((), -math.inf)
        return Ranking(tuple(ranked), confidence.score(certainty_features(ranked, self._rulings)))

    def candidates(
        self, text: str, cosines: Mapping[tuple[int, int], float]
    ) -> list[tuple[int, dict[str, float]]]:
        """Return the wordings that may be meant, each with its features."""
        if not self._wordings:
            return []
        asked = self._sentence(text)
        overlap = self._index.overlap(asked.ideas)
        least = min(cosines.values(), default=0.0)
        known = np.full(len(self._wordings), least)
        known[[self._numbers[key] for key in cosines]] = [*cosines.values()]
        first = _first(known, overlap)
        order: list[int] = np.argsort(-first, kind="stable")[:NEAREST].tolist()
        places = self._places(order, known, first)
        return [
            (number, features(asked, self._sentences[number], overlap, number, places[number]))
            for number in order[:CANDIDATES]
        ]

    def _places(self, order: Sequence[int], cosines: Scores, first: Scores) -> dict[int, CandidateRank]:
        nearest = float(cosines.max())
        best: dict[int, float] = {}
        ranks: dict[int, int] = defaultdict(lambda: len(ranks))
        for number in order:
            best.setdefault(self._wordings[number].number, float(first[number]))
            _ = ranks[self._wordings[number].number]
        counts = Counter(self._wordings[number].number for number in order[:_FIRST])
        return {
            number: CandidateRank(cosine, nearest - cosine, best[ruling], counts[ruling], ranks[ruling])
            for number in order[:CANDIDATES]
            for ruling, cosine in [(self._wordings[number].number, float(cosines[number]))]
        }

    def _sentence(self, text: str) -> ParsedSentence:
        bare = self._reader.strip_fillers(text)
        clauses = self._reader.clauses(text)
        single = clauses[0] if len(clauses) == 1 else None
        return self._parsed(bare, text, single, self._reader.ideas(bare), len(clauses))

    def _parsed(
        self, bare: str, text: str, clause: Clause | None, ideas: frozenset[str], sentences: int = 1
    ) -> ParsedSentence:
        return ParsedSentence(
            self._reader.normalize(bare),
            clause,
            ideas,
            frozenset(self._reader.open_kinds(text)),
            bool(clause and self._reader.count_negations(clause.key) % 2),
            sentences,
        )

    @cached_property
    def _sentences(self) -> list[ParsedSentence]:
        return [self._parsed(one.text, one.text, one.clause, one.ideas) for one in self._wordings]

    @cached_property
    def _numbers(self) -> dict[tuple[int, int], int]:
        """Map a ruling's number and variant to the position of the wording."""
        return {(one.number, one.variant): number for number, one in enumerate(self._wordings)}

    @cached_property
    def _rulings(self) -> list[RulingWord]:
        return [ruling.ruling for ruling in self._puzzle.rulings]


def _first(cosines: Scores, overlap: Overlap) -> Scores:
    """Return a first score of all wordings, array of shape (wordings,), to choose candidates by."""
    parts = 500 * overlap.mean + 500 * overlap.asked_near + 300 * overlap.said_near
    return np.round(cosines + parts / 1e6, _FIRST_DIGITS)


def certainty_features(ranked: Sequence[RankedWording], rulings: Sequence[RulingWord]) -> dict[str, float]:
    """Return the features that tell how certain a ranking is of its first candidate.

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
        **{name: values[name] for name in CERTAINTY_FEATURES},
        **_by_ruling(values, word),
    }


def _by_ruling(values: Mapping[str, float], word: RulingWord) -> dict[str, float]:
    """Return features by ruling of what question and wording say beyond each other.

    A YES to more is a YES to less, and a NO to less a NO to more, but not the other way round.
    """
    parts = {
        "is": 1.0,
        "lacks": 1 - values["asked_near"],
        "misses": values["missing"],
        "adds": 1 - values["said_near"],
    }
    return {
        f"{other} {name}": part if other == word else 0.0
        for other in get_args(RulingWord)
        for name, part in parts.items()
    }


def probability(log_odds: float) -> float:
    """Convert log odds to a probability, rounded to four digits."""
    return round(1 / (1 + math.exp(-log_odds)), _SCORE_DIGITS)


def wording_index_of(sentences: KnownSentences) -> WordingIndex:
    """Return the word index of a puzzle's wordings, with its synonyms taken as one word."""
    same: dict[str, str] = {}
    for group in sentences.puzzle.synonyms:
        single = [idea for word in group.words for idea in sentences.one_idea(word)]
        same |= {idea: single[0] for idea in single if idea not in same}
    ideas = [wording.ideas for wording in sentences.wordings] or [frozenset[str]()]
    return WordingIndex(ideas, word_vectors(sentences.puzzle.language), same)


CERTAINTY_FEATURES = (
    "cosine asked_near said_near missing guards negated same_named other_doer turned asked_joined"
    " asked_ideas sentences"
).split()


@lru_cache(maxsize=4)
def ranking_models(language: str) -> tuple[LogisticModel, LogisticModel]:
    """Return the model that ranks, and the one that estimates the certainty of its first candidate."""
    found: Mapping[str, _Weights] = json.loads(WEIGHTS.read_text("utf-8"))[language]
    rank, sure = found["rank"], found["sure"]
    return LogisticModel(rank["weights"], rank["bias"]), LogisticModel(sure["weights"], sure["bias"])
