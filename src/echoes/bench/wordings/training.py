"""Learning the weights of the reader of words from the development sets.

A softmax regression over the open moves and "none of these", with ridge, by Adam (Kingma & Ba, 2015).
Scenarios are left out one at a time, to see how well words are read in one that nothing was learnt from. What
is certain is learnt from these readings: of its own lessons a model is more certain than of anything new.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from echoes.core.files.writing import atomic_write
from echoes.games.reading.policy import (
    WEIGHTS,
    Likelihood,
    features_of_certainty,
    learnt_weights,
    likelihoods,
)

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
        count: how many moves were open.
    """

    scenario: str
    rows: Sequence[Mapping[str, float]]
    right: tuple[int, ...]
    count: int


def learn_weights(examples: Sequence[LabelledMessage]) -> list[str]:
    """Learn the weights, write them, and return how often the likeliest is right in scenarios left out."""
    lines: list[str] = []
    readings: list[LabelledMessage] = []
    scenarios = sorted({one.scenario for one in examples})
    for scenario in scenarios if len(scenarios) > 1 else ():
        weights = _fit([one for one in examples if one.scenario != scenario])
        left_out = [one for one in examples if one.scenario == scenario]
        found = [_likelihoods(one, weights) for one in left_out]
        right = sum(_is_read_rightly(one, each) for one, each in zip(left_out, found, strict=True))
        readings += [_as_reading(one, each) for one, each in zip(left_out, found, strict=True) if each]
        lines.append(f"{scenario}, left out: the likeliest is right in {right} of {len(left_out)}")
    learnt = {"moves": _fit(examples), "certainty": _fit(readings) if readings else {}}
    kept = {name: {key: one[key] for key in sorted(one) if one[key]} for name, one in learnt.items()}
    atomic_write(WEIGHTS, json.dumps(kept, indent=1) + "\n")
    learnt_weights.cache_clear()
    counts = " and ".join(f"{len(one)} of {name}" for name, one in kept.items())
    return [*lines, f"weights of {len(examples)} messages are in {WEIGHTS.name}: {counts}"]


def _likelihoods(example: LabelledMessage, weights: Mapping[str, int]) -> list[Likelihood]:
    """Return the likelihood of each move by some weights; the key of each is its place."""
    *rows, none = example.rows
    return likelihoods([str(place) for place in range(len(rows))], rows, none, weights)


def _is_read_rightly(example: LabelledMessage, found: Sequence[Likelihood]) -> bool:
    """Return whether the likeliest of a message is right: a move, or "none of these"."""
    other = _THOUSAND - sum(one.thousandths for one in found)
    is_move = bool(found) and found[0].thousandths >= other
    return (int(found[0].key) if is_move else len(found)) in example.right


def _as_reading(example: LabelledMessage, found: Sequence[Likelihood]) -> LabelledMessage:
    """Return whether the likeliest move of a message is right, as a message that means it or nothing."""
    row = features_of_certainty(found, example.rows[-1], example.count)
    is_right = int(found[0].key) in example.right
    return LabelledMessage(example.scenario, [row, {}], (0 if is_right else 1,), 2)


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
