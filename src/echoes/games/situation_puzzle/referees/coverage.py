"""Which facts a final answer covers, with no model."""

import re
from dataclasses import dataclass
from functools import cached_property

from echoes.games.situation_puzzle.language.reading import Clause
from echoes.games.situation_puzzle.puzzle import Fact, Puzzle
from echoes.games.situation_puzzle.referees.alignment import Finding, compare
from echoes.games.situation_puzzle.referees.bank import RulingBank
from echoes.games.situation_puzzle.referees.base import (
    Choice,
    Hypothesis,
    HypothesisVerdict,
    verdict_of,
)

MAX_ROUNDS = 5
"""How often one final answer is asked back about at the most."""

_COMMA = re.compile(r"[,，、;；]")

_TOUCH = 0.5
"""The share of a ruling's ideas from which on a sentence may mean the same."""

_SUPPORT = 0.75
"""The share of a fact's ideas that sentences of the answer must hold to stand for it."""


@dataclass
class Findings:
    """What was found in one final answer."""

    covered: set[str]
    contradicted: set[str]
    touched: dict[str, Clause]
    understood: list[str]


class FactJudge:
    """Compares a player's sentences with the facts of a puzzle.

    Args:
        puzzle: with its secrets.
        bank: its authored rulings.
    """

    def __init__(self, puzzle: Puzzle, bank: RulingBank) -> None:
        self._puzzle = puzzle
        self._bank = bank
        self._reader = bank.reader

    @cached_property
    def _witnesses(self) -> dict[str, list[list[Clause]]]:
        """For each fact the runs of sentences that each, as a whole, say it."""
        answer = self._reader.clauses(self._puzzle.answer)
        return {
            fact.id: [
                *(self._reader.clauses(text) for text in (fact.statement, *fact.wordings)),
                *_supporting(answer, self._reader.ideas(fact.statement)),
                answer,
            ]
            for fact in self._puzzle.judged_facts
        }

    def stating(self, clause: Clause) -> tuple[str, ...]:
        """The facts that the author states in just these words, if any."""
        return tuple(
            fact.id
            for fact in self._puzzle.judged_facts
            if any(len(run) == 1 and clause.says_the_same(run[0]) for run in self._witnesses[fact.id])
        )

    async def judge(self, hypothesis: Hypothesis, source: str) -> HypothesisVerdict:
        """Judge a final answer; where it is unsure and it matters, with choices to ask back."""
        found = self._read(hypothesis)
        for number in hypothesis.confirmed:
            ruling = self._puzzle.rulings[number]
            if ruling.ruling == "YES":
                found.covered.update(ruling.facts)
            elif ruling.ruling == "NO":
                found.contradicted.update(ruling.facts)
        core = self._puzzle.core_facts
        choices = await self._choices(hypothesis, found)
        return HypothesisVerdict(
            verdict_of(core, found.covered, found.contradicted),
            tuple(sorted(found.covered - found.contradicted)),
            tuple(sorted(found.contradicted)),
            tuple(dict.fromkeys(found.understood)),
            source,
            choices,
        )

    def _read(self, hypothesis: Hypothesis) -> Findings:
        said = self._said(hypothesis.text)
        found = Findings(set(), set(), {}, [])
        for fact in self._puzzle.judged_facts:
            self._weigh(fact, said, found, fact.id in hypothesis.established)
        for clause in said:
            for number in self._bank.saying_the_same(clause):
                ruling = self._puzzle.rulings[number]
                if ruling.ruling == "YES" and ruling.facts:
                    found.covered.update(ruling.facts)
                    found.understood.append(clause.text)
                elif ruling.ruling == "NO":
                    found.contradicted.update(ruling.facts)
        return found

    def _said(self, text: str) -> list[Clause]:
        """The sentences, and the parts of them that commas set apart."""
        pieces = [text, *(part for part in _COMMA.split(text) if _COMMA.search(text))]
        clauses = (clause for piece in pieces for clause in self._reader.clauses(piece))
        return [clause for clause in clauses if clause.rulable]

    def _weigh(self, fact: Fact, said: list[Clause], found: Findings, established: bool) -> None:
        touched: Clause | None = None
        for number, run in enumerate(self._witnesses[fact.id]):
            findings = [self._best(witness, said) for witness in run]
            if run and all(finding == "states" for finding, _ in findings):
                found.covered.add(fact.id)
                found.understood += [clause.text for _, clause in findings if clause]
            own_words = number <= len(fact.wordings)
            for finding, clause in findings:
                if finding == "denies" and own_words:
                    found.contradicted.add(fact.id)
                if finding in ("touches", "states") and own_words:
                    touched = touched or clause
        touched = touched or self._near_a_ruling(fact.id, said)
        if touched and fact.id not in found.covered | found.contradicted:
            found.touched[fact.id] = touched
            if established:
                found.covered.add(fact.id)
                found.understood.append(touched.text)

    def _near_a_ruling(self, fact: str, said: list[Clause]) -> Clause | None:
        """The sentence that holds most of the ideas of a question whose YES carries the fact."""
        shares = [
            (self._bank.share(wording.ideas, clause.ideas), -len(clause.ideas), number)
            for wording in self._bank.carrying(fact)
            for number, clause in enumerate(said)
            if self._reader.is_sentence(clause)
        ]
        share, _, number = max(shares, default=(0.0, 0, 0))
        return said[number] if share >= _TOUCH else None

    def _best(self, witness: Clause, said: list[Clause]) -> tuple[Finding, Clause | None]:
        """The weightiest finding of any sentence; a denial outweighs a statement."""
        findings: dict[Finding, Clause] = {}
        for clause in said:
            findings.setdefault(compare(self._reader, clause, witness), clause)
        order: tuple[Finding, ...] = ("denies", "states", "touches")
        for finding in order:
            if finding in findings:
                return finding, findings[finding]
        return "silent", None

    async def _choices(self, hypothesis: Hypothesis, found: Findings) -> tuple[Choice, ...]:
        """What to ask back about the first core fact that is unsure, if it can matter."""
        core = self._puzzle.core_facts
        within_reach = sum(fact in found.covered or fact in found.touched for fact in core)
        if found.contradicted or within_reach * 2 < len(core) or hypothesis.rounds >= MAX_ROUNDS:
            return ()
        known = hypothesis.brought_up | self._reader.ideas(hypothesis.text)
        for fact in core:
            if fact not in found.touched or fact in found.covered:
                continue
            text = found.touched[fact].text
            settling = self._settling(fact, text, known, hypothesis.shown)
            if settling:
                skip = hypothesis.shown | {settling.authored}
                others = await self._bank.distractors(text, known, skip, count=2)
                return tuple(sorted((settling, *others), key=lambda choice: choice.text)) if others else ()
        return ()

    def _settling(self, fact: str, text: str, known: frozenset[str], skip: frozenset[int]) -> Choice | None:
        """The nearest question whose YES carries the fact, of those that may be shown."""
        said = self._reader.ideas(text)
        shown = [
            self._bank.choice(wording, self._bank.share(wording.ideas, said))
            for wording in self._bank.carrying(fact)
            if wording.number not in skip and self._bank.may_show(wording, known)
        ]
        return max(shown, key=lambda choice: (choice.score, -choice.authored), default=None)


def _supporting(answer: list[Clause], ideas: frozenset[str]) -> list[list[Clause]]:
    """The shortest run of at most three sentences of the answer that holds most of the ideas."""
    for length in (1, 2, 3):
        for start in range(len(answer) - length + 1):
            run = answer[start : start + length]
            held = frozenset[str]().union(*(clause.ideas for clause in run))
            if ideas and len(ideas & held) >= _SUPPORT * len(ideas):
                return [run]
    return []
