"""A referee whose replies go through the session's tape."""

from typing import Any

from pydantic import TypeAdapter

from echoes.core.tape import Tape
from echoes.games.situation_puzzle.referees.answers import (
    Doubt,
    Hypothesis,
    HypothesisVerdict,
    Question,
    Review,
    Ruling,
)
from echoes.games.situation_puzzle.referees.base import Referee

_ANSWER: TypeAdapter[Any] = TypeAdapter(Ruling | Doubt)
_VERDICT: TypeAdapter[Any] = TypeAdapter(HypothesisVerdict)
_REVIEW: TypeAdapter[Any] = TypeAdapter(Review)


class TapedReferee:
    """Asks another referee, or plays back what it said.

    Args:
        referee: who rules.
        tape: of the session.
    """

    def __init__(self, referee: Referee, tape: Tape) -> None:
        self._referee = referee
        self._tape = tape
        self.name = referee.name
        self.prompt_version = referee.prompt_version

    async def rule(self, question: Question) -> Ruling | Doubt:
        """Rule, or say why not."""
        return await self._tape.reply(lambda: self._referee.rule(question), _ANSWER)

    async def judge(self, hypothesis: Hypothesis) -> HypothesisVerdict:
        """Judge a final answer."""
        return await self._tape.reply(lambda: self._referee.judge(hypothesis), _VERDICT)

    async def review(self, question: Question, given: Ruling) -> Review:
        """Weigh a ruling anew."""
        return await self._tape.reply(lambda: self._referee.review(question, given), _REVIEW)

    def authored(self, number: int, asked: str) -> Ruling:
        """The exact ruling of a choice: it follows from the puzzle, so it is not taped."""
        return self._referee.authored(number, asked)
