"""The referee that needs no model: it rules right, asks back, or abstains.

It rules on the player's own words where an authored ruling says the same; else on the authored question that
is clearly meant, and says which; else where a ruling follows from what the author ruled.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from echoes.core.operation.usage import Usage
from echoes.games.situation_puzzle.events import VerdictWord
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.contract import RefereeDependencies
from echoes.games.situation_puzzle.referees.rules.analysis_cache import PuzzleAnalysis, analysis_of
from echoes.games.situation_puzzle.referees.rules.direct_rulings import DirectRulings
from echoes.games.situation_puzzle.referees.rules.question_matcher import QuestionMatcher
from echoes.games.situation_puzzle.referees.rules.review import review_ruling
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex
from echoes.games.situation_puzzle.referees.rules.suggestions import UNAIDED, SuggestionFinder
from echoes.games.situation_puzzle.referees.types import (
    EMBEDDED,
    Abstention,
    AnswerReview,
    Hypothesis,
    HypothesisVerdict,
    Question,
    Review,
    Ruling,
    RulingReason,
)
from echoes.language.nonsense import is_nonsense
from echoes.language.reader import Clause, Form


class EmbeddedReferee:
    """A referee that rules by authored rulings and facts.

    It analyses the puzzle with the first question, unless that has been done already.

    Args:
        dependencies: puzzle and retriever; no model is asked.
    """

    name = EMBEDDED
    prompt_version = None

    def __init__(self, dependencies: RefereeDependencies) -> None:
        self.puzzle = dependencies.puzzle
        self._dependencies = dependencies

    @cached_property
    def _analysis(self) -> PuzzleAnalysis:
        return analysis_of(self.puzzle)

    @property
    def ruling_index(self) -> RulingIndex:
        """The authored rulings."""
        return self._analysis.ruling_index

    @cached_property
    def suggestions(self) -> SuggestionFinder:
        """The finder of authored questions that a player may have meant."""
        unaided = self._dependencies.settings.evidence == "none"
        return SuggestionFinder(self.ruling_index, UNAIDED if unaided else self._dependencies.retriever)

    @cached_property
    def _direct(self) -> DirectRulings:
        return DirectRulings(self.puzzle, self._analysis, self.name)

    @cached_property
    def _meant(self) -> QuestionMatcher:
        return QuestionMatcher(self.suggestions, self._direct, self._dependencies.settings.ruled_as)

    async def rule(self, question: Question) -> Ruling | Abstention:
        """Rule by the author's words, or on the question that is meant; else offer some, or abstain."""
        started = time.perf_counter()
        answer = await self._ruled(question, self.ruling_index.reader.clauses(question.text))
        elapsed = round((time.perf_counter() - started) * 1000, 3)
        return replace(answer, usage=Usage(elapsed_ms=elapsed))

    async def _ruled(self, question: Question, clauses: list[Clause]) -> Ruling | Abstention:
        if exact := self._direct.exact(question.text, clauses):
            return exact
        if is_nonsense(question.text):
            return Abstention("unknown")
        following = self._direct.inferred(question.text, clauses)
        if not self.ruling_index.reader.in_language(question.text):
            return following or Abstention("language")
        meant = await self._meant.ruled(question, clauses, carried=following is None)
        if isinstance(meant, Ruling):
            return _closest(meant, following)
        if following:
            return self._meant.in_full(question, following, meant)
        either = bool(self.ruling_index.reader.alternatives(question.text))
        reason = _reason(clauses, bool(meant), either)
        return Abstention("unruled" if reason == "unknown" and not self.puzzle.rulings else reason, meant)

    def direct(self, text: str) -> Ruling | None:
        """Return the ruling on a question's own words by those of the author, if there is one."""
        clauses = self.ruling_index.reader.clauses(text)
        return self._direct.exact(text, clauses) or self._direct.inferred(text, clauses)

    async def judge(self, hypothesis: Hypothesis) -> HypothesisVerdict:
        """Judge a final answer by the facts that it covers."""
        started = time.perf_counter()
        verdict = self._analysis.facts.judge(hypothesis, self.name)
        return replace(verdict, usage=Usage(elapsed_ms=round((time.perf_counter() - started) * 1000, 3)))

    async def review(self, question: Question, given: Ruling) -> Review:
        """Review a ruling by similar questions and by the facts, without the wording that decided."""
        return await review_ruling(self.suggestions, self._analysis.facts.matcher, question, given)

    async def review_answer(self, hypothesis: Hypothesis, given: VerdictWord) -> AnswerReview:
        """Review a verdict by the author's own words alone, without what only follows or is similar."""
        return self._analysis.facts.review(hypothesis)

    def authored(self, number: int, asked: str) -> Ruling:
        """Return the exact ruling of a choice that the player picked."""
        return self._direct.authored(number, f"picked for «{asked}»")


def _closest(meant: Ruling, following: Ruling | None) -> Ruling | Abstention:
    """Prefer the ruling on the question that is meant to one that only follows; abstain where they differ."""
    agreed = following is None or meant.ruling == following.ruling
    return meant if agreed else Abstention("unsure", meant.instead)


def _reason(clauses: Sequence[Clause], near: bool, either: bool) -> RulingReason:
    forms = {clause.form for clause in clauses}
    if len(clauses) == 1 and Form.OPEN in forms:
        return "not_polar"
    if len(clauses) == 1 and (either or Form.CHOICE in forms):
        return "choice"
    if len(clauses) > 1:
        return "many"
    return "unsure" if near else "unknown"


def read_ahead(puzzle: Puzzle) -> None:
    """Analyse a puzzle as far as a question needs it, by a ruling that nobody sees; it takes seconds."""
    asyncio.run(EmbeddedReferee(RefereeDependencies(puzzle, UNAIDED)).rule(Question(puzzle.title)))
