"""The phrasings in which a puzzle's facts may be told."""

from collections.abc import Sequence
from functools import cached_property

from echoes.games.situation_puzzle.puzzle.schema import Fact, Puzzle
from echoes.games.situation_puzzle.referees.rules.alignment import clause_runs, is_claim
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex
from echoes.language.reader import Clause, letters_of

SUPPORT = 0.75
"""The share of a fact's ideas that sentences of the answer must hold to stand for it."""


class FactPhrasings:
    """The sentences that state each fact, and the ideas that belong to it.

    Args:
        puzzle: with its secrets.
        ruling_index: its authored rulings.
    """

    def __init__(self, puzzle: Puzzle, ruling_index: RulingIndex) -> None:
        self._puzzle = puzzle
        self._ruling_index = ruling_index
        self._reader = ruling_index.reader

    @cached_property
    def answer(self) -> list[Clause]:
        """The claims of the answer."""
        return self.claims(self._puzzle.answer)

    @cached_property
    def own(self) -> dict[str, list[list[Clause]]]:
        """Map each fact to its statement and wordings, as runs of sentences."""
        return {
            fact.id: [
                self.claims(text) or self._reader.clauses(text) for text in (fact.statement, *fact.wordings)
            ]
            for fact in self._puzzle.judged_facts
        }

    @cached_property
    def by_letters(self) -> dict[str, tuple[str, ...]]:
        """Map each statement and wording, without punctuation, to the facts that it tells."""
        found: dict[str, tuple[str, ...]] = {}
        for fact in self._puzzle.judged_facts:
            for text in (fact.statement, *fact.wordings):
                letters = letters_of(self._reader, text)
                found[letters] = (*found.get(letters, ()), fact.id)
        return found

    @cached_property
    def runs(self) -> dict[str, list[list[Clause]]]:
        """Map each fact to the runs of sentences that state it, each run as a whole."""
        return {
            fact.id: [*self.own[fact.id], *self._supporting(fact), self.answer]
            for fact in self._puzzle.judged_facts
        }

    @cached_property
    def true_sentences(self) -> dict[tuple[str, ...], list[Clause]]:
        """Map the key of each true sentence of facts and answer to the sentences that have it."""
        found: dict[tuple[str, ...], list[Clause]] = {}
        runs = [run for facts in self.runs.values() for run in facts]
        # The agent of a later part stands in the first: only beginnings stand alone.
        sentences = self.sentences(self._puzzle.answer)
        parts = [part for s in sentences for first, _, part in clause_runs(self._reader, s)[1] if not first]
        for clause in [clause for run in runs for clause in run] + parts:
            found.setdefault(clause.key, []).append(clause)
        return found

    def sentences(self, text: str) -> list[str]:
        """Return the sentences of a text as they were written."""
        return [clause.text for clause in self._reader.clauses(text)]

    def claims(self, text: str) -> list[Clause]:
        """Return the sentences of a text that are claims."""
        return [clause for clause in self._reader.clauses(text) if is_claim(clause)]

    def _supporting(self, fact: Fact) -> Sequence[list[Clause]]:
        """Return the shortest run of at most three sentences of the answer that holds most of a fact."""
        ideas = self._reader.ideas(fact.statement)
        for length in (1, 2, 3):
            for start in range(len(self.answer) - length + 1):
                run = self.answer[start : start + length]
                held = frozenset[str]().union(*(clause.ideas for clause in run))
                if ideas and len(ideas & held) >= SUPPORT * len(ideas):
                    return [run]
        return []
