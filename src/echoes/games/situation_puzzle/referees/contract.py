"""The contract of a referee: its protocol, settings, dependencies and registry."""

from dataclasses import dataclass, field
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, field_validator

from echoes.core.model_names import billions_in
from echoes.core.protocols import LLMClient, Models, Retriever
from echoes.core.registry import Registry
from echoes.core.seats.roles import Role
from echoes.games.situation_puzzle.events import VerdictWord
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.types import (
    Abstention,
    AnswerReview,
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
        "embedded": "echoes.games.situation_puzzle.referees.rules.referee:EmbeddedReferee",
        "model": "echoes.games.situation_puzzle.referees.llm.referee:ModelReferee",
    },
)


EvidenceSetting = Literal["auto", "whole", "retrieved", "none"]
RulesSetting = Literal["auto", "full", "brief"]


_SMALL = 4
"""Billions of parameters up to which a model counts as small; one of 1.5 was measured."""


class RefereeSettings(BaseModel):
    """Settings of a referee; all but the last two concern a model.

    Attributes:
        min_confidence: the confidence under which the referee abstains.
        votes: the number of votes in a review; odd.
        evidence: the part of the solution that is shown: the `whole`, passages `retrieved` for each question
            (beside the facts), or `none` of these; `auto` is the whole where it fits.
        rules: the rules that are shown: `full`, or `brief` for a small model; `auto` goes by the size that
            the model's name tells.
        fallback: who asks back and judges answers when the model can't: `embedded`, or `none`.
        calls_per_session, tokens_per_session: budgets; None for no bound.
        unconfirmed: whether labels of a collection count as rulings though no author has confirmed them; each
            says so.
        ruled_as: the probability, 0 to 1, from which it rules at once, without a model, on an authored
            question in place of the player's, and shows it; None always asks back.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    min_confidence: float = Field(default=0.4, ge=0, le=1)
    votes: int = Field(default=3, ge=1, le=9)
    evidence: EvidenceSetting = "auto"
    rules: RulesSetting = "auto"
    fallback: Literal["embedded", "none"] = "none"
    calls_per_session: int | None = Field(default=None, ge=1)
    tokens_per_session: int | None = Field(default=None, ge=1)
    unconfirmed: bool = False
    ruled_as: float | None = Field(default=0.7, ge=0, le=1)

    def are_rules_brief(self, model: str) -> bool:
        """Return whether a model is shown the rules in brief.

        Args:
            model: its name.
        """
        billions = billions_in(model) if self.rules == "auto" else None
        return self.rules == "brief" or (billions is not None and billions <= _SMALL)

    @field_validator("votes")
    @classmethod
    def _odd(cls, votes: int) -> int:
        if votes % 2 == 0:
            raise ValueError("must be odd, so that there is a majority")
        return votes


@dataclass(frozen=True)
class RefereeDependencies:
    """The dependencies of a referee.

    Attributes:
        puzzle: the puzzle with its secrets.
        retriever: the retriever of the referee's role.
        llm: the model of the referee's role; None where there is none.
        settings: the referee's settings.
        budget: the size of the prompt, in tokens.
    """

    puzzle: Puzzle
    retriever: Retriever
    llm: LLMClient | None = None
    settings: RefereeSettings = field(default_factory=RefereeSettings)
    budget: int = 6000


class Referee(Protocol):
    """The referee of one puzzle.

    Attributes:
        name: `embedded`, or the model's name; the `source` of each ruling.
        prompt_version: the version of the prompts; None where no model is asked.

    >>> from echoes.games.situation_puzzle.referees.types import Question, Ruling
    >>> class Contrarian:
    ...     name, prompt_version = "contrarian", None
    ...     async def rule(self, question: Question):
    ...         return Ruling("NO", self.name)
    >>> asyncio.run(Contrarian().rule(Question("Was it night?"))).ruling
    'NO'
    """

    name: str
    prompt_version: str | None

    async def rule(self, question: Question) -> Ruling | Abstention:
        """Rule on a question, or abstain with a reason."""
        ...

    async def judge(self, hypothesis: Hypothesis) -> HypothesisVerdict:
        """Judge a final answer by the facts that it covers."""
        ...

    async def review(self, question: Question, given: Ruling) -> Review:
        """Review a ruling, by a way independent of the first."""
        ...

    async def review_answer(self, hypothesis: Hypothesis, given: VerdictWord) -> AnswerReview:
        """Review the verdict on a final answer, by a way independent of the first."""
        ...

    def authored(self, number: int, asked: str) -> Ruling:
        """Return the exact ruling of a choice that the player picked."""
        ...


def open_referee(name: str, dependencies: RefereeDependencies) -> Referee:
    """Return the named referee for one puzzle.

    Args:
        name: a name of the registry.
        dependencies: puzzle, retriever, model and settings.
    Raises:
        UnknownName: no such referee.
    """
    referee: Referee = REFEREES.load(name)(dependencies)
    return referee


def configured_referee(name: str, models: Models) -> str:
    """Return the name of the referee that the settings ask for.

    Args:
        name: from the settings; `auto` is the model if one is configured, else the embedded referee.
        models: the language models of the roles.
    """
    if name == "auto":
        return "model" if models.llm(Role.REFEREE) else "embedded"
    return name
