"""What a referee is, what it is given, and which there are."""

from dataclasses import dataclass, field
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, field_validator

from echoes.core.protocols import LLMClient, Retriever
from echoes.core.registry import Registry
from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.situation_puzzle.referees.answers import (
    Doubt,
    Hypothesis,
    HypothesisVerdict,
    Question,
    Review,
    Ruling,
)

REFEREES = Registry(
    "referee",
    "echoes.referees",
    {
        "embedded": "echoes.games.situation_puzzle.referees.embedded:EmbeddedReferee",
        "model": "echoes.games.situation_puzzle.referees.model:ModelReferee",
    },
)


Evidence = Literal["auto", "whole", "retrieved", "none"]


class RefereeSettings(BaseModel):
    """How a referee rules; all but the last is for a model.

    Attributes:
        min_confidence: under it the referee abstains.
        votes: how many looks a challenge takes; odd.
        evidence: what of the solution is at hand: the `whole` of it, what is `retrieved` for each
            question (beside the facts), or `none` of that; `auto` is the whole where it fits.
        fallback: who rules when the model can't: `embedded`, or `none`.
        calls_per_session, tokens_per_session: bounds; None for none.
        ruled_as: how sure the embedded referee must be of an authored question to rule on it at once in
            place of the player's, 0 to 1, showing which; None asks back instead, always.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    min_confidence: float = Field(default=0.4, ge=0, le=1)
    votes: int = Field(default=3, ge=1, le=9)
    evidence: Evidence = "auto"
    fallback: Literal["embedded", "none"] = "none"
    calls_per_session: int | None = Field(default=None, ge=1)
    tokens_per_session: int | None = Field(default=None, ge=1)
    ruled_as: float | None = Field(default=0.55, ge=0, le=1)

    @field_validator("votes")
    @classmethod
    def _odd(cls, votes: int) -> int:
        if votes % 2 == 0:
            raise ValueError("must be odd, so that there is a majority")
        return votes


@dataclass(frozen=True)
class Seat:
    """What a referee is given.

    Attributes:
        puzzle: with its secrets.
        retriever: bound to the referee's role.
        llm: the model of the referee's role; None where there is none.
        settings: how it referees.
        budget: how much it may be shown, in tokens.
    """

    puzzle: Puzzle
    retriever: Retriever
    llm: LLMClient | None = None
    settings: RefereeSettings = field(default_factory=RefereeSettings)
    budget: int = 6000


class Referee(Protocol):
    """Rules on one puzzle.

    Attributes:
        name: `embedded`, or the model's name; stands as `source` with each ruling.
        prompt_version: of what a model is told; None where none is asked.
    """

    name: str
    prompt_version: str | None

    async def rule(self, question: Question) -> Ruling | Doubt:
        """Rule, or say why not."""
        ...

    async def judge(self, hypothesis: Hypothesis) -> HypothesisVerdict:
        """Judge a final answer by the facts that it covers."""
        ...

    async def review(self, question: Question, given: Ruling) -> Review:
        """Weigh a ruling anew, by a way independent of the first."""
        ...

    def authored(self, number: int, asked: str) -> Ruling:
        """The exact ruling of a choice that the player picked."""
        ...


def open_referee(name: str, seat: Seat) -> Referee:
    """The named referee for one puzzle.

    Args:
        name: a name of the registry.
        seat: what it is given.
    Raises:
        UnknownName: no such referee.
    """
    referee: Referee = REFEREES.load(name)(seat)
    return referee
