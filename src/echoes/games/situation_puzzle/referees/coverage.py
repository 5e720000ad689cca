"""Which facts a final answer covers, with no model."""

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
        said = [clause for clause in self._reader.clauses(hypothesis.text) if clause.rulable]
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
        if touched and fact.id not in found.covered | found.contradicted:
            found.touched[fact.id] = touched
            if established:
                found.covered.add(fact.id)
                found.understood.append(touched.text)

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
        open_facts = [fact for fact in core if fact in found.touched and fact not in found.covered]
        within_reach = sum(fact in found.covered or fact in found.touched for fact in core)
        if found.contradicted or within_reach * 2 < len(core) or hypothesis.rounds >= MAX_ROUNDS:
            return ()
        brought_up = hypothesis.brought_up | self._reader.ideas(hypothesis.text)
        for fact in open_facts:
            text = found.touched[fact].text
            near = await self._bank.choices(text, brought_up, hypothesis.shown, limit=12)
            settling = next((c for c in near if c.ruling == "YES" and fact in c.facts), None)
            if settling:
                shown = near[:3] if settling in near[:3] else (*near[:2], settling)
                return tuple(sorted(shown, key=lambda choice: choice.text))
        return ()


def _supporting(answer: list[Clause], ideas: frozenset[str]) -> list[list[Clause]]:
    """The shortest run of at most three sentences of the answer that holds most of the ideas."""
    for length in (1, 2, 3):
        for start in range(len(answer) - length + 1):
            run = answer[start : start + length]
            held = frozenset[str]().union(*(clause.ideas for clause in run))
            if ideas and len(ideas & held) >= _SUPPORT * len(ideas):
                return [run]
    return []
