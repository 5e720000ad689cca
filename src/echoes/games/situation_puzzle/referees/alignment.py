"""What a sentence of a player says of a sentence that is known to be true."""

import re
from collections.abc import Collection
from functools import cache, lru_cache
from typing import Literal

from echoes.games.situation_puzzle.language.reading import Clause, Form, Reader

Finding = Literal["states", "denies", "touches", "silent"]

MAX_PARTS = 24
"""A sentence of more parts than these is not followed."""

_JOINT = re.compile(r"\s*[,，、;；]\s*(?:and\s+|而且|并且|并)?|\s+and\s+(?!then\b)|并且|而且", re.IGNORECASE)
_TOUCH = 0.5
"""The share of a true sentence's ideas from which on a sentence may be about it."""


def compare(reader: Reader, said: Clause, witness: Clause) -> Finding:
    """Compare one part of what was said with one true sentence.

    Returns:
        `states` when both say the same; `denies` when only the negation differs; `touches`
        when enough ideas are shared to ask back.
    """
    if said.key == witness.key:
        return "states" if _same_voice(said, witness) else "touches"
    if _without_negation(reader, said.key) == _without_negation(reader, witness.key):
        odd = (reader.negations(said.key) - reader.negations(witness.key)) % 2
        return "denies" if odd else "touches"
    shared = len(said.ideas & witness.ideas)
    enough = bool(witness.ideas) and shared >= _TOUCH * len(witness.ideas)
    return "touches" if enough and reader.is_sentence(said) else "silent"


def parts_of(reader: Reader, sentence: str) -> tuple[int, list[tuple[int, int, Clause]]]:
    """The runs of parts that commas and conjunctions set apart.

    Returns:
        How many parts there are; and
        for each run that claims something the number of its first part, the number behind its
        last, and what it says; of a sentence of too many parts only the whole.
    """
    bounds = [(0, 0), *((joint.start(), joint.end()) for joint in _JOINT.finditer(sentence))]
    ends = [start for start, _ in bounds[1:]] + [len(sentence)]
    count = len(bounds)
    spans = {(0, count)}
    if count <= MAX_PARTS:
        spans |= {
            (first, last) for first in range(count) for last in range(first + 1, min(first + 6, count) + 1)
        }
    runs: list[tuple[int, int, Clause]] = []
    for first, last in sorted(spans):
        clauses = reader.clauses(sentence[bounds[first][1] : ends[last - 1]])
        if len(clauses) == 1 and claims(clauses[0]):
            runs.append((first, last, clauses[0]))
    return count, runs


def claims(clause: Clause) -> bool:
    """Whether a sentence says something and does not ask: "What he saw was a mirror." says."""
    return bool(clause.key) and clause.form is not Form.POLAR and not clause.text.endswith(("?", "？"))


def told(count: int, runs: list[tuple[int, int, Clause]], true: Collection[int]) -> set[int]:
    """Which runs a sentence tells as plain truth.

    A frame around a true sentence can turn it over ("it is false that", "she dreamt that",
    "if"), and no list of frames is complete. So a sentence tells something only if the
    whole of it, from the first part to the last, is made of runs that are true.

    Args:
        count, runs: as `parts_of` gives them.
        true: the indices of the runs that say the same as a true sentence.
    Returns:
        The indices of the runs of such a reading; empty when there is none.
    """

    @cache
    def reading(start: int) -> frozenset[int] | None:
        if start == count:
            return frozenset()
        for index in sorted(true, key=lambda index: -runs[index][1]):
            first, last, _ = runs[index]
            rest = reading(last) if first == start else None
            if rest is not None:
                return rest | {index}
        return None

    return set(reading(0) or ())


@lru_cache(maxsize=8192)
def _without_negation(reader: Reader, key: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in key if not reader.negations((word,)))


def _same_voice(said: Clause, witness: Clause) -> bool:
    """They must agree in voice and mood; "had put" and "put" agree."""
    kinds = {said.verb[0], witness.verb[0]}
    return len(kinds) == 1 or kinds == {"have", "plain"}
