"""Which facts a final answer covers, with no model."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

from echoes.games.situation_puzzle.language.reading import Clause
from echoes.games.situation_puzzle.puzzle import Fact, Puzzle
from echoes.games.situation_puzzle.referees.alignment import claims, compare, parts_of, told
from echoes.games.situation_puzzle.referees.answers import Choice, Hypothesis, HypothesisVerdict, verdict_of
from echoes.games.situation_puzzle.referees.bank import RulingBank
from echoes.games.situation_puzzle.referees.fact_words import FactWords
from echoes.games.situation_puzzle.referees.inference import Inference
from echoes.games.situation_puzzle.referees.likeness import Likeness
from echoes.games.situation_puzzle.referees.offers import Offers

_REASON = re.compile(r"\bbecause\b(?! of)|因为")
"""What stands behind it is claimed too."""

_HEDGED = re.compile(r"\b(?:maybe|perhaps|possibly|probably)\b|也许|或许|可能|大概", re.IGNORECASE)
"""A guess states nothing."""

_ENOUGH_IDEAS = 2
MAX_ROUNDS = 6
"""How often one final answer is asked back about at the most."""

_TOUCH = 0.5
"""The share of a ruling's ideas from which on a sentence may mean the same."""


@dataclass
class Findings:
    """What was found in one final answer.

    Attributes:
        true: keys of the true sentences that were told as they are.
        touched: for a fact the sentence that may be about it.
        understood: the player's sentences that were followed whole.
    """

    true: set[tuple[str, ...]] = field(default_factory=set[tuple[str, ...]])
    covered: set[str] = field(default_factory=set[str])
    contradicted: set[str] = field(default_factory=set[str])
    touched: dict[str, Clause] = field(default_factory=dict[str, Clause])
    understood: list[str] = field(default_factory=list[str])


class FactJudge:
    """Compares a player's sentences with the facts of a puzzle.

    A fact is covered when the player tells it in the author's words: those of the fact, of
    the sentences of the answer that hold it, or of a ruling whose YES carries it. What is
    near to that is asked back.

    Args:
        puzzle: with its secrets.
        bank: its authored rulings.
    """

    def __init__(self, puzzle: Puzzle, bank: RulingBank) -> None:
        self._puzzle = puzzle
        self._bank = bank
        self._reader = bank.reader
        self._words = FactWords(puzzle, bank)

    @cached_property
    def _own_sentences(self) -> frozenset[tuple[str, bool]]:
        """The sentences of the answer, word for word, and whether each asks."""
        return frozenset(map(self._verbatim, self._words.sentences(self._puzzle.answer)))

    def _verbatim(self, sentence: str) -> tuple[str, bool]:
        return self._reader.literal(sentence), bool({"?", "？"} & set(sentence))

    def stating(self, clause: Clause) -> tuple[str, ...]:
        """The facts that the author states in just these words, if any."""
        return tuple(
            fact.id
            for fact in self._puzzle.judged_facts
            if any(len(run) == 1 and clause.says_the_same(run[0]) for run in self._words.runs[fact.id])
        )

    async def judge(self, hypothesis: Hypothesis, source: str, offers: Offers) -> HypothesisVerdict:
        """Judge a final answer; where it is unsure and it matters, with choices to ask back."""
        found = self._read(hypothesis.text)
        # What a ruling established need not be proved again where the answer speaks of it.
        spoken_of = hypothesis.spoken_of | ({*found.touched, *found.covered} & hypothesis.established)
        found.covered.update(spoken_of)
        for number, fact in hypothesis.confirmed:
            ruling = self._puzzle.rulings[number]
            if ruling.ruling == "YES":
                found.covered.update(ruling.facts)
            else:
                found.contradicted.update({fact, *ruling.facts} & {*self._puzzle.core_facts})
        fact, choices = await self._choices(hypothesis, found, offers)
        verdict = verdict_of(self._puzzle.core_facts, found.covered, found.contradicted)
        left_out = self._left_out(hypothesis, found)
        solved_but = verdict == "SOLVED" and bool(left_out)
        return HypothesisVerdict(
            verdict="CLOSE" if solved_but else verdict,
            covered=tuple(sorted(found.covered - found.contradicted)),
            contradicted=tuple(sorted(found.contradicted)),
            understood=tuple(found.understood),
            left_out=left_out,
            kept=tuple(s for s in self._words.sentences(hypothesis.text) if s not in left_out),
            would_solve=solved_but,
            source=source,
            choices=choices,
            asked_about=fact,
            spoken_of=tuple(sorted(spoken_of)),
        )

    def _left_out(self, hypothesis: Hypothesis, found: Findings) -> tuple[str, ...]:
        """The sentences that were neither followed nor settled by a pick or an earlier ruling.

        Any of them may take back what the others say, so that they keep an answer from
        being SOLVED until the player lets go of them.
        """
        picked = {fact for _, fact in hypothesis.confirmed}
        meant = [clause.text for fact, clause in found.touched.items() if fact in picked]
        return tuple(
            clause.text
            for clause in self._reader.clauses(hypothesis.text)
            if clause.text not in found.understood and not any(text in clause.text for text in meant)
            if not self._says_no_more_than(clause, picked | hypothesis.established)
        )

    def _says_no_more_than(self, clause: Clause, facts: Collection[str]) -> bool:
        """Whether a plain sentence holds no idea but those of these facts and of the story.

        Who has said which of them is true has said all that such a sentence can bring up.
        """
        if len(clause.ideas) < _ENOUGH_IDEAS or not claims(clause):
            return False
        negated = self._reader.negations(clause.key) % 2
        facts = [fact for fact in facts if negated in self._words.negated.get(fact, ())]
        known = self._bank.showing.public_ideas.union(
            *(self._words.ideas[fact] for fact in facts if fact in self._words.ideas)
        )
        own = clause.ideas - self._bank.showing.public_ideas
        return bool(own) and own <= known

    def _read(self, text: str) -> Findings:
        found = Findings()
        said: list[Clause] = []
        for sentence in self._words.sentences(text):
            count, runs = parts_of(self._reader, sentence)
            self._tell(sentence, count, runs, found)
            said += [clause for _, _, clause in runs]
        for fact in self._puzzle.judged_facts:
            witnesses = self._words.runs[fact.id]
            if any(run and all(clause.key in found.true for clause in run) for run in witnesses):
                found.covered.add(fact.id)
            self._weigh(fact, said, found)
        return found

    def _tell(self, sentence: str, count: int, runs: list[tuple[int, int, Clause]], found: Findings) -> None:
        """Note what a sentence tells as plain truth, and what it claims against a ruling."""
        carried: dict[int, set[str]] = {}
        true: set[int] = set()
        for index, (_, _, clause) in enumerate(runs):
            numbers = sorted(self._bank.saying_the_same(clause))
            rulings = [self._puzzle.rulings[number] for number in numbers]
            carried[index] = {fact for ruling in rulings if ruling.ruling == "YES" for fact in ruling.facts}
            for number, ruling in zip(numbers, rulings, strict=True):
                if ruling.ruling == "NO":
                    found.contradicted.update(ruling.facts or {f"ruling {number + 1}"})
            stated = any(
                compare(self._reader, clause, other) == "states"
                for other in self._words.true_sentences.get(clause.key, ())
            )
            inferred = self._bank.logic.infer(clause)
            follows = inferred is not None and (inferred.ruling, inferred.relation) == ("YES", "same")
            if inferred and follows:
                carried[index].update(inferred.facts)
            if inferred and inferred.ruling == "NO" and inferred.relation == "same":
                found.contradicted.update(self._against(inferred))
            alike = self._bank.likenesses.of(clause)
            if runs[index][:2] == (0, count) and self._plainly_false(clause, alike):
                found.contradicted.add(f"«{clause.text}»")
            plain = self._plainly_true(alike)
            carried[index].update(*plain)
            if stated or follows or plain or any(ruling.ruling == "YES" for ruling in rulings):
                true.add(index)
        own = self._verbatim(sentence) in self._own_sentences
        reading = set[int]() if _HEDGED.search(sentence) else told(count, runs, true)
        for index in reading:
            found.true.add(runs[index][2].key)
            found.covered.update(carried[index])
        if reading or own:
            found.true.update(clause.key for clause in self._reader.clauses(sentence))
            found.understood.append(sentence)

    def _plainly_false(self, clause: Clause, alike: list[Likeness]) -> bool:
        """Whether rulings that are plainly alike agree on NO, of the sentence or of the reason it gives."""
        reasons = [
            part
            for text in _REASON.split(clause.text)[1:]
            for part in self._reader.clauses(text)
            if claims(part)
        ]
        return any(
            bool(likes) and all(like.whole and like.witness.ruling == "NO" for like in likes)
            for likes in (alike, *map(self._bank.likenesses.of, reasons))
        )

    def _plainly_true(self, alike: list[Likeness]) -> list[tuple[str, ...]]:
        """What each ruling carries that is plainly alike, if all are YES and one says no less."""
        if any(one.witness.ruling != "YES" for one in alike) or not any(one.within for one in alike):
            return []
        return [one.witness.facts if one.whole and one.within else () for one in alike]

    def _against(self, found: Inference) -> set[str]:
        """What a claim that is ruled NO contradicts."""
        number = found.witness.authored
        if number is None:
            return set(found.witness.facts)
        return set(self._puzzle.rulings[number].facts) or {f"ruling {number + 1}"}

    def _weigh(self, fact: Fact, said: list[Clause], found: Findings) -> None:
        """Look for denials of a fact, and for what may be meant to say it."""
        witnesses = [clause for run in self._words.own[fact.id] for clause in run]
        touched: Clause | None = None
        for clause in said:
            findings = {compare(self._reader, clause, witness) for witness in witnesses}
            if "denies" in findings:
                found.contradicted.add(fact.id)
            if findings & {"touches", "states"}:
                touched = touched or clause
        touched = touched or self._near_a_ruling(fact.id, said)
        if touched and fact.id not in found.covered | found.contradicted:
            found.touched[fact.id] = touched

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

    async def _choices(
        self, hypothesis: Hypothesis, found: Findings, offers: Offers
    ) -> tuple[str, tuple[Choice, ...]]:
        """What to ask back about the first core fact that is unsure, if it can matter."""
        core = self._puzzle.core_facts
        within_reach = sum(fact in found.covered or fact in found.touched for fact in core)
        if found.contradicted or not within_reach or hypothesis.rounds >= MAX_ROUNDS:
            return "", ()
        known = hypothesis.brought_up | self._reader.ideas(hypothesis.text)
        for fact in core:
            if fact not in found.touched or fact in found.covered:
                continue
            text = found.touched[fact].text
            settling = self._settling(fact, text, known, hypothesis.shown)
            if settling:
                skip = hypothesis.shown | {settling.authored}
                others = await offers.distractors(settling.text, known, skip, count=2)
                shown = tuple(sorted((settling, *others), key=lambda choice: choice.text))
                return fact, shown if others else ()
        return "", ()

    def _settling(self, fact: str, text: str, known: frozenset[str], skip: frozenset[int]) -> Choice | None:
        """The nearest question whose YES carries the fact, of those that may be shown."""
        said = self._reader.ideas(text)
        shown = [
            self._bank.choice(wording, self._bank.share(wording.ideas, said))
            for wording in self._bank.carrying(fact)
            if wording.number not in skip and self._bank.showing.may_show(wording, known)
        ]
        return max(shown, key=lambda choice: (choice.score, -choice.authored), default=None)
