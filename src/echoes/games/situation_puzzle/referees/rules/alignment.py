"""Alignment of a player's sentence with sentences that are known to be true."""

import re
from collections.abc import Collection
from functools import cache, lru_cache
from typing import Literal

from echoes.language.reader import Clause, Form, Reader

Alignment = Literal["states", "denies", "touches", "silent"]

MAX_PARTS = 24
"""The most parts of a sentence that is followed."""

_JOINT = re.compile(r"\s*[,，、;；]\s*(?:and\s+|而且|并且|并)?|\s+and\s+(?!then\b)|并且|而且", re.IGNORECASE)
_TOUCH = 0.5
"""The share of a true sentence's ideas that a sentence about it must hold."""


def align(reader: Reader, said: Clause, premise: Clause) -> Alignment:
    """Align one part of a player's sentence with one true sentence.

    Returns:
        `states` when both say the same; `denies` when only the negation differs; `touches` when enough
        ideas are shared to ask for clarification.
    """
    if said.key == premise.key:
        return "states" if _same_voice(said, premise) else "touches"
    if _without_negation(reader, said.key) == _without_negation(reader, premise.key):
        odd = (reader.count_negations(said.key) - reader.count_negations(premise.key)) % 2
        return "denies" if odd else "touches"
    shared = len(said.ideas & premise.ideas)
    enough = bool(premise.ideas) and shared >= _TOUCH * len(premise.ideas)
    return "touches" if enough and reader.is_sentence(said) else "silent"


def clause_runs(reader: Reader, sentence: str) -> tuple[int, list[tuple[int, int, Clause]]]:
    """Return the runs of parts between commas and conjunctions.

    Returns:
        The number of parts, and for each run that is a claim the index of its first part, the index after
        its last, and its clause; of a sentence of too many parts only the whole.
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
        if len(clauses) == 1 and is_claim(clauses[0]):
            runs.append((first, last, clauses[0]))
    return count, runs


def is_claim(clause: Clause) -> bool:
    """Return whether a sentence is a claim and no question, as "What he saw was a mirror." is."""
    return bool(clause.key) and clause.form is not Form.POLAR and not clause.text.endswith(("?", "？"))


def plainly_told_runs(count: int, runs: list[tuple[int, int, Clause]], true: Collection[int]) -> set[int]:
    """Return the runs that a sentence tells as plain truth.

    A frame around a true sentence can invert it ("it is false that", "she dreamt that", "if"), and no list of
    frames is complete. So a sentence tells something only if all of it, from the first part to the last, is
    made of true runs.

    Args:
        count, runs: as `clause_runs` returns them.
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
    return tuple(word for word in key if not reader.count_negations((word,)))


def _same_voice(said: Clause, premise: Clause) -> bool:
    """Return whether two clauses agree in voice and mood; "had put" and "put" do."""
    kinds = {said.verb[0], premise.verb[0]}
    return len(kinds) == 1 or kinds == {"have", "plain"}
