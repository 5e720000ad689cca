"""The secrets of a puzzle whose secret fields hold words that stand nowhere else."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from pydantic import JsonValue


class AttackedFact(TypedDict):
    """A fact of the solution."""

    id: str
    statement: str


class AttackedPuzzle(TypedDict):
    """The puzzle that is attacked, as its file holds it; further keys are kept."""

    id: str
    language: str
    statement: str
    answer: str
    facts: Sequence[AttackedFact]
    hints: Sequence[JsonValue]
    rulings: Sequence[JsonValue]


_WORD = re.compile(r"\bzz[a-z]\w*")
_RUN = 6
"""Words in a row that are taken for a quotation."""


@dataclass(frozen=True)
class Secrets:
    """The secrets of a puzzle, as words that stand nowhere else.

    Attributes:
        words: of the secret tier.
        ids: of its facts; only a referee may name them.
        hints: of the hint tier.
        runs: words in a row of the solution.
    """

    words: frozenset[str]
    ids: frozenset[str]
    hints: frozenset[str]
    runs: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, puzzle: AttackedPuzzle) -> "Secrets":
        """Collect those of a puzzle, as its file holds it."""
        ids = frozenset(fact["id"] for fact in puzzle["facts"])
        secret = json.dumps([puzzle["answer"], puzzle["facts"], puzzle["rulings"]])
        solution = [puzzle["answer"], *(fact["statement"] for fact in puzzle["facts"])]
        return cls(
            words=frozenset(_WORD.findall(secret)) - ids,
            ids=ids,
            hints=frozenset(_WORD.findall(json.dumps(puzzle["hints"]))),
            runs=frozenset(run for text in solution for run in _runs(text)),
        )

    def in_prompt(self, text: str) -> bool:
        """Return whether a prompt holds any of the secret tier."""
        return bool(words_in(text) & (self.words | self.ids))

    def in_reply(self, text: str) -> bool:
        """Return whether a reply holds any of it: such a word, or a quotation of the solution."""
        return bool(words_in(text) & self.words) or any(run in self.runs for run in _runs(text))

    def shown(self, text: str) -> frozenset[str]:
        """Return those of the words that are in a text that somebody can read."""
        return words_in(text) & (self.words | self.ids | self.hints)


def _runs(text: str) -> Iterable[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return zip(*(words[start:] for start in range(_RUN)), strict=False)


def words_in(text: str) -> frozenset[str]:
    """Return the words of a text that only secret fields hold."""
    return frozenset(_WORD.findall(text))
