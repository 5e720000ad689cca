"""The words in which a puzzle's facts may be told."""

from collections.abc import Sequence
from functools import cached_property

from echoes.games.situation_puzzle.language.reading import Clause
from echoes.games.situation_puzzle.puzzle import Fact, Puzzle
from echoes.games.situation_puzzle.referees.alignment import claims, parts_of
from echoes.games.situation_puzzle.referees.bank import RulingBank

SUPPORT = 0.75
"""The share of a fact's ideas that sentences of the answer must hold to stand for it."""


class FactWords:
    """The sentences that say each fact, and the ideas that belong to it.

    Args:
        puzzle: with its secrets.
        bank: its authored rulings.
    """

    def __init__(self, puzzle: Puzzle, bank: RulingBank) -> None:
        self._puzzle = puzzle
        self._bank = bank
        self._reader = bank.reader

    @cached_property
    def answer(self) -> list[Clause]:
        """The claims of the answer."""
        return self.claims(self._puzzle.answer)

    @cached_property
    def own(self) -> dict[str, list[list[Clause]]]:
        """For each fact its statement and wordings, as runs of sentences."""
        return {
            fact.id: [self.claims(text) for text in (fact.statement, *fact.wordings)]
            for fact in self._puzzle.judged_facts
        }

    @cached_property
    def runs(self) -> dict[str, list[list[Clause]]]:
        """For each fact the runs of sentences that each, as a whole, say it."""
        return {
            fact.id: [*self.own[fact.id], *self._supporting(fact), self.answer]
            for fact in self._puzzle.judged_facts
        }

    @cached_property
    def true_sentences(self) -> dict[tuple[str, ...], list[Clause]]:
        """All true sentences by what they say: of the facts and of the answer."""
        found: dict[tuple[str, ...], list[Clause]] = {}
        runs = [run for facts in self.runs.values() for run in facts]
        # A later part of a sentence has its doer in the first: only beginnings stand alone.
        sentences = self.sentences(self._puzzle.answer)
        parts = [part for s in sentences for first, _, part in parts_of(self._reader, s)[1] if not first]
        for clause in [clause for run in runs for clause in run] + parts:
            found.setdefault(clause.key, []).append(clause)
        return found

    @cached_property
    def negated(self) -> dict[str, set[int]]:
        """For each fact whether its own words are negated (1) or not (0); some may be either."""
        return {
            fact: {self._reader.negations(clause.key) % 2 for run in runs for clause in run}
            for fact, runs in self.own.items()
        }

    @cached_property
    def ideas(self) -> dict[str, frozenset[str]]:
        """For each fact the ideas of its own words and of the questions whose YES carries it."""
        return {
            fact.id: frozenset[str]().union(
                *(self._reader.ideas(text) for text in (fact.statement, *fact.wordings)),
                *(wording.ideas for wording in self._bank.carrying(fact.id)),
            )
            for fact in self._puzzle.judged_facts
        }

    def sentences(self, text: str) -> list[str]:
        """The sentences of a text as they were written."""
        return [clause.text for clause in self._reader.clauses(text)]

    def claims(self, text: str) -> list[Clause]:
        """Those of its sentences that claim something."""
        return [clause for clause in self._reader.clauses(text) if claims(clause)]

    def _supporting(self, fact: Fact) -> Sequence[list[Clause]]:
        """The shortest run of at most three sentences of the answer that holds most of a fact."""
        ideas = self._reader.ideas(fact.statement)
        for length in (1, 2, 3):
            for start in range(len(self.answer) - length + 1):
                run = self.answer[start : start + length]
                held = frozenset[str]().union(*(clause.ideas for clause in run))
                if ideas and len(ideas & held) >= SUPPORT * len(ideas):
                    return [run]
        return []
