"""The referee that needs no model: right, or asks back, or silent.

It rules by itself only where the player's words say what the author ruled on, or what
follows from it: by equal words, by natural logic, or because all that could turn the
meaning round is equal. Nearness by vectors finds what to offer; it never decides.
"""

import time
from dataclasses import replace

from echoes.core.events import Usage
from echoes.games.situation_puzzle.language.reading import Clause, Form
from echoes.games.situation_puzzle.referees.answers import (
    EMBEDDED,
    Doubt,
    Hypothesis,
    HypothesisVerdict,
    Question,
    Reason,
    Review,
    Ruling,
)
from echoes.games.situation_puzzle.referees.base import Seat
from echoes.games.situation_puzzle.referees.inference import Inference, joined
from echoes.games.situation_puzzle.referees.likeness import Likeness
from echoes.games.situation_puzzle.referees.offers import UNAIDED, Offers
from echoes.games.situation_puzzle.referees.second_look import second_look
from echoes.games.situation_puzzle.referees.shelf import shelf_of


class EmbeddedReferee:
    """Rules by authored rulings and by authored facts.

    Args:
        seat: puzzle and retriever; no model is asked.
    """

    name = EMBEDDED
    prompt_version = None

    def __init__(self, seat: Seat) -> None:
        self.puzzle = seat.puzzle
        shelf = shelf_of(seat.puzzle)
        self.bank, self._facts = shelf.bank, shelf.facts
        unaided = seat.settings.evidence == "none"
        self.offers = Offers(shelf.bank, UNAIDED if unaided else seat.retriever)

    async def rule(self, question: Question) -> Ruling | Doubt:
        """Rule where it follows from what the author ruled, else offer, else say why not."""
        started = time.perf_counter()
        answer = self._word_for_word(question.text)
        if answer is None:
            clauses = self.bank.reader.clauses(question.text)
            answer = self._ruled(question.text, clauses) or await self._doubt(question, clauses)
        elapsed = round((time.perf_counter() - started) * 1000, 3)
        return replace(answer, usage=Usage(elapsed_ms=elapsed))

    def _word_for_word(self, text: str) -> Ruling | None:
        return self._by_author(self.bank.word_for_word(text), "word for word")

    def _ruled(self, text: str, clauses: list[Clause]) -> Ruling | None:
        if self.bank.word_for_word(text):
            return None  # the author rules these words in two ways
        if len(clauses) != 1 or not clauses[0].rulable:
            return None
        if same := self.bank.saying_the_same(clauses[0]):
            return self._by_author(same, "says the same")
        if facts := self._facts.stating(clauses[0]):
            return Ruling("YES", self.name, facts, rationale="states what the author states")
        return self._same_meaning(clauses[0]) or self._compound(text)

    def _same_meaning(self, clause: Clause) -> Ruling | None:
        """By what follows from the author's sentences, and by what is plainly like them.

        The two ways must not contradict each other.
        """
        inferred = self._inferred(self.bank.logic.infer(clause))
        alike = self.bank.likenesses.of(clause)
        rulings = {likeness.witness.ruling for likeness in alike}
        if not alike or len(rulings) > 1:
            return inferred if not alike or (inferred and inferred.authored is not None) else None
        if inferred and {inferred.ruling} != rulings:
            return None
        return inferred or self._like(alike[0])

    def _inferred(self, found: Inference | None) -> Ruling | None:
        if found is None:
            return None
        witness = found.witness
        if found.relation == "same" and witness.authored is not None:
            return self._authored(witness.authored, "means the same")
        number = "" if witness.authored is None else f"ruling {witness.authored + 1}, "
        why = f"{found.relation}: {number}«{witness.text}» ({witness.ruling})"
        return Ruling(found.ruling, self.name, found.facts, rationale=why)

    def _like(self, likeness: Likeness) -> Ruling:
        gist = likeness.witness.clause.gist
        guards = ", ".join(filter(None, (*gist.guards, *gist.members))) if gist else ""
        ruling = self._authored(likeness.number, f"plainly like ({likeness.score}; guards: {guards})")
        facts = ruling.facts if likeness.whole else ()
        return replace(ruling, facts=facts, confidence=likeness.score)

    def _compound(self, text: str) -> Ruling | None:
        """Each part of a compound question ruled by itself; all of them must be."""
        parts = [self._same_meaning(clause) for clause in self.bank.reader.parts(text)]
        rulings = [part for part in parts if part]
        if not parts or len(rulings) < len(parts):
            return None
        ruling = joined([part.ruling for part in rulings])
        if ruling is None:
            return None
        facts = tuple(dict.fromkeys(fact for part in rulings if part.ruling == "YES" for fact in part.facts))
        why = "; ".join(f"{part.ruling}: {part.rationale}" for part in rulings)
        confidence = min(part.confidence for part in rulings)
        return Ruling(ruling, self.name, facts, confidence, rationale=f"compound: {why}")

    def _by_author(self, numbers: set[int], why: str) -> Ruling | None:
        authored = self.bank.agreeing(numbers)
        if authored is None:
            return None
        return self._authored(min(numbers), why)

    def _authored(self, number: int, why: str) -> Ruling:
        authored = self.puzzle.rulings[number]
        return Ruling(
            authored.ruling,
            self.name,
            authored.facts,
            authored=number,
            rationale=f"{why}: ruling {number + 1}, «{authored.texts[0]}»",
            remark=authored.remark,
        )

    async def _doubt(self, question: Question, clauses: list[Clause]) -> Doubt:
        reader = self.bank.reader
        if not reader.in_language(question.text):
            return Doubt("language")
        choices = await self.offers.choices(question.text, question.brought_up)
        return Doubt(_reason(clauses, bool(choices)), choices)

    async def judge(self, hypothesis: Hypothesis) -> HypothesisVerdict:
        """Judge a final answer by the facts that it covers."""
        started = time.perf_counter()
        verdict = await self._facts.judge(hypothesis, self.name, self.offers)
        return replace(verdict, usage=Usage(elapsed_ms=round((time.perf_counter() - started) * 1000, 3)))

    async def review(self, question: Question, given: Ruling) -> Review:
        """Weigh a ruling by its neighbours and by the facts, without the wording that decided."""
        return await second_look(self.offers, self._facts, question, given)

    def authored(self, number: int, asked: str) -> Ruling:
        """The exact ruling of a choice that the player picked."""
        return self._authored(number, f"picked for «{asked}»")


def _reason(clauses: list[Clause], near: bool) -> Reason:
    forms = {clause.form for clause in clauses}
    if len(clauses) == 1 and Form.OPEN in forms:
        return "not_polar"
    if len(clauses) == 1 and Form.CHOICE in forms:
        return "choice"
    if len(clauses) > 1:
        return "many"
    return "unsure" if near else "unknown"
