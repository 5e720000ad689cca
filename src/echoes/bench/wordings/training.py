"""Learning the weights of the reader of words from the development sets.

A softmax regression over the open moves and "none of these", with ridge, by Adam (Kingma & Ba, 2015).
Scenarios are left out one at a time, to see how well words are read in one that nothing was learnt from.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from echoes.games.reading.policy import WEIGHTS, learnt_weights

_RIDGE, _STEPS, _PACE = 0.002, 400, 0.05
_FIRST, _SECOND, _TINY = 0.9, 0.999, 1e-8
"""The decay of both moments of Adam, and what keeps it from dividing by nothing."""
_THOUSAND = 1000
_MANY, _OF_FEW = 500, 2.0
"""The messages from which a scenario has many; and how much a message counts where they are few."""
FeatureTable = NDArray[np.float64]


@dataclass(frozen=True)
class LabelledMessage:
    """A message with the features of all that it may mean.

    Attributes:
        scenario: its id.
        rows: the features of each move, and last those of "none of these".
        right: the places of the rows that are right.
    """

    scenario: str
    rows: Sequence[dict[str, float]]
    right: tuple[int, ...]


def learn_weights(examples: Sequence[LabelledMessage]) -> list[str]:
    """Learn the weights, write them, and return how often the likeliest is right in scenarios left out."""
    lines: list[str] = []
    scenarios = sorted({one.scenario for one in examples})
    for scenario in scenarios if len(scenarios) > 1 else ():
        weights = _fit([one for one in examples if one.scenario != scenario])
        left_out = [one for one in examples if one.scenario == scenario]
        right = sum(_likeliest(one, weights) in one.right for one in left_out)
        lines.append(f"{scenario}, left out: the likeliest is right in {right} of {len(left_out)}")
    kept = {name: weight for name, weight in sorted(_fit(examples).items()) if weight}
    WEIGHTS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    learnt_weights.cache_clear()
    return [*lines, f"{len(kept)} weights of {len(examples)} messages are in {WEIGHTS.name}"]


def _likeliest(example: LabelledMessage, weights: dict[str, int]) -> int:
    scores = [sum(weights.get(name, 0) * value for name, value in row.items()) for row in example.rows]
    return scores.index(max(scores))


def _fit(examples: Sequence[LabelledMessage]) -> dict[str, int]:
    """Return the weight of each feature in thousandths."""
    names = sorted({name for one in examples for row in one.rows for name in row})
    places = {name: place for place, name in enumerate(names)}
    counts = [len(one.rows) for one in examples]
    table, right = np.zeros((sum(counts), len(names))), np.zeros(sum(counts))
    starts = np.cumsum([0, *counts[:-1]])
    for start, one in zip(starts, examples, strict=True):
        right[[start + place for place in one.right]] = 1.0
        for row, values in enumerate(one.rows):
            for name, value in values.items():
                table[start + row, places[name]] = value
    groups = np.repeat(np.arange(len(examples)), counts)
    messages = Counter(one.scenario for one in examples)
    counted = np.array([1.0 if messages[one.scenario] >= _MANY else _OF_FEW for one in examples])
    found = _descend(table, right, groups, starts, counted)
    return {name: round(float(weight) * _THOUSAND) for name, weight in zip(names, found, strict=True)}


def _descend(
    table: FeatureTable,
    right: FeatureTable,
    groups: NDArray[np.int64],
    starts: NDArray[np.int64],
    counted: FeatureTable,
) -> FeatureTable:
    """Return the weights that make what is right likeliest.

    Args:
        table: the features, shape (rows, features).
        right: 1 for each right row.
        groups: the message of each row; starts: the first row of each message.
        counted: how much each message counts.
    """
    weights, mean, spread = np.zeros((3, table.shape[1]))
    for step in range(1, _STEPS + 1):
        scores = table @ weights
        shares = np.exp(scores - np.maximum.reduceat(scores, starts)[groups])
        likely = shares / np.add.reduceat(shares, starts)[groups]
        kept = shares * right
        wanted = kept / np.maximum(np.add.reduceat(kept, starts)[groups], np.finfo(float).tiny)
        slope = table.T @ ((likely - wanted) * counted[groups]) / counted.sum() + _RIDGE * weights
        mean = _FIRST * mean + (1 - _FIRST) * slope
        spread = _SECOND * spread + (1 - _SECOND) * slope**2
        pace = _PACE * mean / (1 - _FIRST**step)
        weights = weights - pace / (np.sqrt(spread / (1 - _SECOND**step)) + _TINY)
    return weights
