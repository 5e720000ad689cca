"""The secrets of a puzzle whose secret fields hold words that stand nowhere else."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

_WORD = re.compile(r"\bzz[a-z]\w*")
_RUN = 6
"""Words in a row that nobody writes by chance."""


@dataclass(frozen=True)
class Secrets:
    """What must not get out of a puzzle, as words that stand nowhere else.

    Attributes:
        words: of the secret tier.
        ids: of its facts; a referee names them, and nobody else may.
        hints: of the hint tier.
        runs: words in a row of the solution.
    """

    words: frozenset[str]
    ids: frozenset[str]
    hints: frozenset[str]
    runs: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, puzzle: Mapping[str, Any]) -> "Secrets":
        """Those of a puzzle."""
        ids = frozenset(fact["id"] for fact in puzzle["facts"])
        secret = json.dumps([puzzle["answer"], puzzle["facts"], puzzle["rulings"]])
        told = [puzzle["answer"], *(fact["statement"] for fact in puzzle["facts"])]
        return cls(
            words=frozenset(_WORD.findall(secret)) - ids,
            ids=ids,
            hints=frozenset(_WORD.findall(json.dumps(puzzle["hints"]))),
            runs=frozenset(run for text in told for run in _runs(text)),
        )

    def in_prompt(self, text: str) -> bool:
        """Whether a prompt holds any of the secret tier."""
        return bool(words_in(text) & (self.words | self.ids))

    def in_reply(self, text: str) -> bool:
        """Whether a reply says any of it, by such a word or by quoting the solution."""
        return bool(words_in(text) & self.words) or any(run in self.runs for run in _runs(text))

    def shown(self, text: str) -> frozenset[str]:
        """Which of the words are in what somebody can read."""
        return words_in(text) & (self.words | self.ids | self.hints)


def _runs(text: str) -> Iterable[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return zip(*(words[start:] for start in range(_RUN)), strict=False)


def words_in(text: str) -> frozenset[str]:
    """The words in a text that stand in secret fields only."""
    return frozenset(_WORD.findall(text))
