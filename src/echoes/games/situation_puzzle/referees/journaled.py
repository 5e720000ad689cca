"""A referee whose replies go through the session's reply journal."""

from pydantic import TypeAdapter

from echoes.core.log.reply_journal import ReplyJournal
from echoes.games.situation_puzzle.events import VerdictWord
from echoes.games.situation_puzzle.referees.contract import Referee
from echoes.games.situation_puzzle.referees.types import (
    Abstention,
    AnswerReview,
    Hypothesis,
    HypothesisVerdict,
    Question,
    Review,
    Ruling,
)

_ANSWER: TypeAdapter[Ruling | Abstention] = TypeAdapter(Ruling | Abstention)
_VERDICT = TypeAdapter(HypothesisVerdict)
_REVIEW = TypeAdapter(Review)
_ANSWER_REVIEW = TypeAdapter(AnswerReview)


class JournaledReferee:
    """A wrapper that asks another referee, or replays what it said.

    Args:
        referee: the referee that rules.
        journal: the reply journal of the session.
    """

    def __init__(self, referee: Referee, journal: ReplyJournal) -> None:
        self._referee = referee
        self._journal = journal
        self.name = referee.name
        self.prompt_version = referee.prompt_version

    async def rule(self, question: Question) -> Ruling | Abstention:
        """Rule on a question, or abstain with a reason."""
        return await self._journal.reply("rule", lambda: self._referee.rule(question), _ANSWER)

    async def judge(self, hypothesis: Hypothesis) -> HypothesisVerdict:
        """Judge a final answer."""
        return await self._journal.reply("judge", lambda: self._referee.judge(hypothesis), _VERDICT)

    async def review(self, question: Question, given: Ruling) -> Review:
        """Review a ruling."""
        return await self._journal.reply("review", lambda: self._referee.review(question, given), _REVIEW)

    async def review_answer(self, hypothesis: Hypothesis, given: VerdictWord) -> AnswerReview:
        """Review a verdict."""
        return await self._journal.reply(
            "review_answer", lambda: self._referee.review_answer(hypothesis, given), _ANSWER_REVIEW
        )

    def authored(self, number: int, asked: str) -> Ruling:
        """Return the exact ruling of a choice; it follows from the puzzle, so it is not journaled."""
        return self._referee.authored(number, asked)
