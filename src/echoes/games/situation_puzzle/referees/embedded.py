"""The referee that needs no model: right, or asks back, or silent.

It rules on the player's own words where what the author ruled says the same; else on the authored question
that is plainly meant, and says which; else where it follows from what the author ruled.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

from echoes.core.usage import Usage
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
from echoes.games.situation_puzzle.referees.meaning import MeantQuestions
from echoes.games.situation_puzzle.referees.offers import UNAIDED, Offers
from echoes.games.situation_puzzle.referees.own_words import OwnWords
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
        self._own_words = OwnWords(seat.puzzle, shelf, self.name)
        self._meant = MeantQuestions(self.offers, self._own_words, seat.settings.ruled_as)

    async def rule(self, question: Question) -> Ruling | Doubt:
        """Rule where it follows from what the author ruled; else on the authored question that is meant,
        saying which; else offer some; else say why not."""
        started = time.perf_counter()
        answer = await self._ruled(question, self.bank.reader.clauses(question.text))
        elapsed = round((time.perf_counter() - started) * 1000, 3)
        return replace(answer, usage=Usage(elapsed_ms=elapsed))

    async def _ruled(self, question: Question, clauses: list[Clause]) -> Ruling | Doubt:
        if exact := self._own_words.exactly(question.text, clauses):
            return exact
        following = self._own_words.following(question.text, clauses)
        if not self.bank.reader.in_language(question.text):
            return following or Doubt("language")
        meant = await self._meant.ruled(question, clauses)
        if isinstance(meant, Ruling):
            return _closest(meant, following)
        return following or Doubt(_reason(clauses, bool(meant)), meant)

    async def judge(self, hypothesis: Hypothesis) -> HypothesisVerdict:
        """Judge a final answer by the facts that it covers."""
        started = time.perf_counter()
        verdict = await self._facts.judge(hypothesis, self.name, self.offers)
        return replace(verdict, usage=Usage(elapsed_ms=round((time.perf_counter() - started) * 1000, 3)))

    async def review(self, question: Question, given: Ruling) -> Review:
        """Weigh a ruling by its neighbours and by the facts, without the wording that decided."""
        return await second_look(self.offers, self._facts.reading, question, given)

    def authored(self, number: int, asked: str) -> Ruling:
        """The exact ruling of a choice that the player picked."""
        return self._own_words.authored(number, f"picked for «{asked}»")


def _closest(meant: Ruling, following: Ruling | None) -> Ruling | Doubt:
    """What is meant comes before what only follows; where they contradict each other, neither is right."""
    agreed = following is None or meant.ruling == following.ruling
    return meant if agreed else Doubt("unsure", meant.instead)


def _reason(clauses: Sequence[Clause], near: bool) -> Reason:
    forms = {clause.form for clause in clauses}
    if len(clauses) == 1 and Form.OPEN in forms:
        return "not_polar"
    if len(clauses) == 1 and Form.CHOICE in forms:
        return "choice"
    if len(clauses) > 1:
        return "many"
    return "unsure" if near else "unknown"
