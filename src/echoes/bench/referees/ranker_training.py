"""`echoes bench ranker`: learning which authored question a player means.

Two logistic regressions for each language: `rank` scores each wording that may be meant, `sure` says how sure
that ranking is of its first. Both are learnt from the development questions of the gold suite, never from the
gold questions themselves: such a file is refused. What is reported is measured on puzzles that were left out.
The same questions give the same weights, to the last digit that is kept.
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

from echoes.app import open_engine
from echoes.bench.referees.gold import Item, read_gold
from echoes.bench.referees.rulings import bundled_gold
from echoes.bench.runs.pool import OnItem
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.roles import Role
from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.situation_puzzle.referees.offers import Offers
from echoes.games.situation_puzzle.referees.ranking import Model, Ranked, certainty
from echoes.games.situation_puzzle.referees.readings import Wording
from echoes.games.situation_puzzle.referees.shelf import shelf_of

DEVELOPMENT = "dev"
"""The folder of the gold suite with the questions that may be learnt from."""
_FOLDS = 8
"""Into so many parts the puzzles are divided; each is ranked by what was learnt from the others."""
_PENALTY = 10.0
"""Of the squared weights (ridge)."""
_STEPS = 25
_HALF = 0.5
"""What the same ruling on another question is worth."""
_DIGITS = 4
"""Of a weight that are kept."""
SHARES = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
"""Of the questions, the surest first, for which it is reported how often the first is right."""


@dataclass(frozen=True)
class Example:
    """A question with what may be meant by it.

    Attributes:
        candidates: each wording with its features.
    """

    puzzle: Puzzle
    item: Item
    candidates: Sequence[tuple[Wording, Mapping[str, float]]]

    def settles(self, wording: Wording) -> bool:
        """Whether the ruling of a wording settles the question."""
        return wording.number + 1 in (self.item.settled_by or ())

    def agrees(self, wording: Wording) -> bool:
        """Whether its ruling is the question's, for whatever reason."""
        return self.puzzle.rulings[wording.number].ruling == self.item.ruling

    def ranked(self, model: Model) -> list[Ranked]:
        """The candidates, likeliest first."""
        found = [Ranked(wording, model.score(values), values) for wording, values in self.candidates]
        return sorted(found, key=lambda one: (-one.score, one.wording.number, one.wording.variant))


def development_questions(files: Sequence[Path], gold: Sequence[Item]) -> list[Item]:
    """The questions that may be learnt from: those of which somebody has said what settles them.

    Args:
        files: of development questions.
        gold: the questions on which a referee is measured.
    Raises:
        BadInput: a file lies elsewhere than in a folder `dev`, or holds a gold question.
    """
    measured = {_key(item) for item in gold}
    found: list[Item] = []
    for path in files:
        if path.resolve().parent.name != DEVELOPMENT:
            raise BadInput(f"{path} holds no development questions", f"Those lie in data/gold/{DEVELOPMENT}.")
        for item in read_gold(path).items:
            if _key(item) in measured:
                raise BadInput(
                    f"{path}, line {item.line}: is a question of the gold suite",
                    "What a referee is measured on is not learnt from; leave one of the two out.",
                )
            if item.settled_by is not None:
                found.append(item)
    return found


def _key(item: Item) -> tuple[str, str | None, str]:
    """A question but for case and punctuation."""
    return item.story, item.lang, "".join(c for c in item.text.casefold() if c.isalnum())


async def read_examples(config: Config, on_item: OnItem = lambda done, of: None) -> list[Example]:
    """The development questions, each with what may be meant by it.

    Args:
        config: names the data.
        on_item: is told of each.
    Raises:
        BadInput: gold questions are among them.
    """
    files = sorted((config.paths.material("gold") / DEVELOPMENT).glob("*.jsonl"))
    items = development_questions(files, bundled_gold(config))
    found: list[Example] = []
    async with open_engine(config) as engine:
        for done, item in enumerate(items, 1):
            table: Any = await engine.table(item.story, item.lang, "embedded")
            bank = shelf_of(table.puzzle).bank
            cosines = await Offers(bank, table.retrievers[Role.REFEREE]).cosines(item.text)
            candidates = bank.ranker.candidates(item.text, cosines)
            wordings = bank.readings.wordings
            found.append(Example(table.puzzle, item, [(wordings[n], values) for n, values in candidates]))
            on_item(done, len(items))
    return found


def learn(examples: Sequence[Example]) -> tuple[dict[str, Any], list[str]]:
    """Fit both models for each language.

    Returns:
        The content of the file of weights; and what ranking and confidence are worth on puzzles that were
        left out, a line each.
    """
    weights: dict[str, Any] = {}
    report: list[str] = []
    for language in sorted({one.puzzle.language for one in examples}):
        own = [one for one in examples if one.puzzle.language == language]
        left_out = _left_out(own)
        sure = _fit(*_confidences(left_out))
        weights[language] = {"rank": _to_json(_fit(*_pairs(own))), "sure": _to_json(sure)}
        report += _reported(language, left_out)
    return weights, report


def write(weights: Mapping[str, Any], path: Path) -> None:
    """Write a file of weights."""
    path.write_text(json.dumps(weights, indent=1, sort_keys=True) + "\n", "utf-8")


def _left_out(examples: Sequence[Example]) -> list[tuple[Example, list[Ranked]]]:
    """Each question as ranked by a model that has not seen its puzzle."""
    found: list[tuple[Example, list[Ranked]]] = []
    for unseen in _folds(examples):
        model = _fit(*_pairs([one for one in examples if one.puzzle.id not in unseen]))
        found += [(one, one.ranked(model)) for one in examples if one.puzzle.id in unseen and one.candidates]
    return found


def _folds(examples: Sequence[Example]) -> list[set[str]]:
    """The puzzles in parts that take turns in being left out; there must be two puzzles at least."""
    puzzles = sorted({one.puzzle.id for one in examples})
    return [{*puzzles[fold::_FOLDS]} for fold in range(min(_FOLDS, len(puzzles)))]


def _pairs(examples: Sequence[Example]) -> tuple[list[Mapping[str, float]], list[float]]:
    pairs = [(values, one.settles(wording)) for one in examples for wording, values in one.candidates]
    return [values for values, _ in pairs], [float(settles) for _, settles in pairs]


def _confidences(
    ranked: Sequence[tuple[Example, list[Ranked]]],
) -> tuple[list[Mapping[str, float]], list[float]]:
    """The features of certainty of each question, and what its first is worth."""
    rows = [_certainty(one, found) for one, found in ranked]
    firsts = [(one, found[0].wording) for one, found in ranked]
    return rows, [max(float(one.settles(first)), _HALF * one.agrees(first)) for one, first in firsts]


def _certainty(one: Example, ranked: Sequence[Ranked]) -> Mapping[str, float]:
    return certainty(ranked, [ruling.ruling for ruling in one.puzzle.rulings])


def _fit(rows: Sequence[Mapping[str, float]], right: Sequence[float]) -> Model:
    """Logistic regression with a ridge penalty, by Newton's method, on standardised features."""
    names = sorted(rows[0])
    raw = np.array([[row[name] for name in names] for row in rows])
    mean, spread = raw.mean(axis=0), raw.std(axis=0)
    spread[spread == 0] = 1
    features = np.column_stack([(raw - mean) / spread, np.ones(len(raw))])
    found = _newton(features, np.array(right, dtype=np.float64))
    weights = found[:-1] / spread
    bias = float(found[-1] - (weights * mean).sum())
    return Model(
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


def _to_json(model: Model) -> dict[str, Any]:
    return {"bias": model.bias, "weights": dict(model.weights)}


def _reported(language: str, ranked: Sequence[tuple[Example, list[Ranked]]]) -> list[str]:
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


def _by_confidence(ranked: Sequence[tuple[Example, list[Ranked]]]) -> list[str]:
    """What the first is worth for the questions that are surest."""
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


def _scored(ranked: Sequence[tuple[Example, list[Ranked]]]) -> list[tuple[float, bool, bool]]:
    """How sure a model that has not seen its puzzle is of each question; whether the first settles it, and
    whether it has the same ruling."""
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
