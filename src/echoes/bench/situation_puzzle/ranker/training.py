"""Learning which authored question a player means.

Two logistic regressions for each language: `rank` scores each wording that may be meant, `sure` the
certainty that the first of the ranking is right. Both are learnt from the development questions of the gold
suite, never from the gold questions themselves. Accuracy is measured on puzzles that were left out. The same
questions give the same weights, to the last digit that is kept.
"""

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from echoes.bench.situation_puzzle.ranker.examples import Example
from echoes.games.situation_puzzle.referees.rules.ranking import (
    LogisticModel,
    RankedWording,
    certainty_features,
)

_FOLDS = 8
"""Parts of cross-validation; the puzzles of each are ranked by what was learnt from the others."""
_PENALTY = 10.0
"""The weight of the squared weights (ridge)."""
_STEPS = 25
_HALF = 0.5
"""The value of a candidate with the same ruling that does not settle the question."""
_DIGITS = 4
"""Digits of a weight that are kept."""
SHARES = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
"""Shares of the questions, the most certain first, for which accuracy is reported."""


@dataclass(frozen=True)
class RankerModels:
    """The models of one language."""

    rank: LogisticModel
    sure: LogisticModel

    def to_json(self) -> dict[str, Any]:
        """Return them as the file of weights holds them."""
        return {
            name: {"bias": model.bias, "weights": dict(model.weights)}
            for name, model in (("rank", self.rank), ("sure", self.sure))
        }


def learn(examples: Sequence[Example]) -> tuple[dict[str, RankerModels], list[str]]:
    """Fit both models for each language.

    Returns:
        The weights by language; and the accuracy of ranking and confidence on puzzles that were left out,
        a line each.
    """
    weights: dict[str, RankerModels] = {}
    report: list[str] = []
    for language in sorted({one.puzzle.language for one in examples}):
        own = [one for one in examples if one.puzzle.language == language]
        left_out = _left_out(own)
        sure = _fit(*_confidences(left_out))
        weights[language] = RankerModels(_fit(*_pairs(own)), sure)
        report += _reported(language, left_out)
    return weights, report


def write(weights: Mapping[str, RankerModels], path: Path) -> None:
    """Write a file of weights."""
    content = {language: models.to_json() for language, models in weights.items()}
    path.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", "utf-8")


def _left_out(examples: Sequence[Example]) -> list[tuple[Example, list[RankedWording]]]:
    """Rank each question by a model that has not seen its puzzle."""
    found: list[tuple[Example, list[RankedWording]]] = []
    for unseen in _folds(examples):
        model = _fit(*_pairs([one for one in examples if one.puzzle.id not in unseen]))
        found += [(one, one.ranked(model)) for one in examples if one.puzzle.id in unseen and one.candidates]
    return found


def _folds(examples: Sequence[Example]) -> list[set[str]]:
    """Divide the puzzles into parts, each of which is left out once; at least two puzzles are needed."""
    puzzles = sorted({one.puzzle.id for one in examples})
    return [{*puzzles[fold::_FOLDS]} for fold in range(min(_FOLDS, len(puzzles)))]


def _pairs(examples: Sequence[Example]) -> tuple[list[Mapping[str, float]], list[float]]:
    pairs = [(values, one.settles(wording)) for one in examples for wording, values in one.candidates]
    return [values for values, _ in pairs], [float(settles) for _, settles in pairs]


def _confidences(
    ranked: Sequence[tuple[Example, list[RankedWording]]],
) -> tuple[list[Mapping[str, float]], list[float]]:
    """Return the features of certainty of each question, and the value of its first candidate, 0 to 1."""
    rows = [_certainty(one, found) for one, found in ranked]
    firsts = [(one, found[0].wording) for one, found in ranked]
    return rows, [max(float(one.settles(first)), _HALF * one.agrees(first)) for one, first in firsts]


def _certainty(one: Example, ranked: Sequence[RankedWording]) -> Mapping[str, float]:
    return certainty_features(ranked, [ruling.ruling for ruling in one.puzzle.rulings])


def _fit(rows: Sequence[Mapping[str, float]], right: Sequence[float]) -> LogisticModel:
    """Logistic regression with a ridge penalty, by Newton's method, on standardised features."""
    names = sorted(rows[0])
    raw = np.array([[row[name] for name in names] for row in rows])
    mean, spread = raw.mean(axis=0), raw.std(axis=0)
    spread[spread == 0] = 1
    features = np.column_stack([(raw - mean) / spread, np.ones(len(raw))])
    found = _newton(features, np.array(right, dtype=np.float64))
    weights = found[:-1] / spread
    bias = float(found[-1] - (weights * mean).sum())
    return LogisticModel(
        {name: round(float(weight), _DIGITS) for name, weight in zip(names, weights, strict=True)},
        round(bias, _DIGITS),
    )


def _newton(features: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    penalty = np.full(features.shape[1], _PENALTY)
    penalty[-1] = 0
    found = np.zeros(features.shape[1])
    for _ in range(_STEPS):
        share = 1 / (1 + np.exp(-np.clip(features @ found, -30, 30)))
        gradient = features.T @ (share - right) + penalty * found
        curvature = (features * (share * (1 - share))[:, None]).T @ features + np.diag(penalty + 1e-9)
        step = np.linalg.solve(curvature, gradient)
        found -= step
        if np.abs(step).max() < 1e-8:
            break
    return found


def _reported(language: str, ranked: Sequence[tuple[Example, list[RankedWording]]]) -> list[str]:
    answerable = [(one, found) for one, found in ranked if one.item.settled_by]
    first: Counter[int] = Counter()
    for one, found in answerable:
        numbers = [*dict.fromkeys(candidate.wording.number for candidate in found)]
        for count in (1, 3):
            first[count] += any(number + 1 in (one.item.settled_by or ()) for number in numbers[:count])
    shares = {count: first[count] / max(1, len(answerable)) for count in (1, 3)}
    return [
        f"{language}: {len(ranked)} questions, {len(answerable)} of which an authored one settles;"
        f" first {shares[1]:.3f}, among three {shares[3]:.3f}",
        *(f"{language}: {line}" for line in _by_confidence(ranked)),
    ]


def _by_confidence(ranked: Sequence[tuple[Example, list[RankedWording]]]) -> list[str]:
    """Report the accuracy of the first candidate for the most certain questions."""
    scored = sorted(_scored(ranked), key=lambda row: -row[0])
    lines: list[str] = []
    for share in SHARES:
        top = scored[: max(1, round(share * len(scored)))]
        settled, same = (sum(row[place] for row in top) / len(top) for place in (1, 2))
        least = 1 / (1 + math.exp(-top[-1][0]))
        lines.append(
            f"surest {share:.0%} (from {least:.2f}): settle it {settled:.3f}, same ruling {same:.3f}"
        )
    return lines


def _scored(ranked: Sequence[tuple[Example, list[RankedWording]]]) -> list[tuple[float, bool, bool]]:
    """Score each question by a model that has not seen its puzzle.

    Returns:
        The score, whether the first candidate settles the question, and whether it has the same ruling.
    """
    rows, worth = _confidences(ranked)
    names = [one.puzzle.id for one, _ in ranked]
    found: list[tuple[float, bool, bool]] = []
    for unseen in _folds([one for one, _ in ranked]):
        seen = [number for number, name in enumerate(names) if name not in unseen]
        model = _fit([rows[number] for number in seen], [worth[number] for number in seen])
        for (one, candidates), row in zip(ranked, rows, strict=True):
            if one.puzzle.id in unseen:
                first = candidates[0].wording
                found.append((model.score(row), one.settles(first), one.agrees(first)))
    return found
