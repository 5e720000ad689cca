"""What is noted beside the events of a situation puzzle, for the game's own eyes."""

from typing import Any

from pydantic import Field

from echoes.core.events import StartTrace, Trace


class OpeningTrace(StartTrace, frozen=True):
    """What holds from the beginning on: bounds, what memory changed, and the player's record in words.

    Attributes:
        max_questions, max_hints, max_message_chars: bounds; None for no bound.
        further_hints: how many a model may write when the author's are used up.
        calls_per_session, tokens_per_session: what models may cost.
        offer_hint_after: after how many rulings that led nowhere a hint is offered.
        pace, hint_order, leading: what memory changed (`adaptation`).
        profile: the player's record, in words.
        hints_stay: whether hints that were read stay given when they are undone.
    """

    max_questions: int | None = None
    max_hints: int = 0
    max_message_chars: int = 0
    further_hints: int = 0
    calls_per_session: int | None = None
    tokens_per_session: int | None = None
    offer_hint_after: int | None = None
    pace: str = "usual"
    hint_order: list[int] = Field(default_factory=list[int])
    leading: str = ""
    profile: str = ""
    hints_stay: bool = False


class RulingTrace(Trace, frozen=True):
    """Why a question was ruled so.

    Attributes:
        facts: what it carries; `steps`: what it leads to.
        authored: the number of the author's ruling that it is.
        settled: whether the author settled it later.
        ideas: what was brought up of the puzzle's vocabulary.
        pending: what numbers mean now (`state.Pending`).
    """

    facts: list[str] = Field(default_factory=list[str])
    steps: list[str] = Field(default_factory=list[str])
    authored: int | None = None
    confidence: float | None = None
    rationale: str = ""
    settled: bool = False
    ideas: list[str] = Field(default_factory=list[str])
    pending: dict[str, Any] | None = None


class UnavailableTrace(Trace, frozen=True):
    """Why there is no ruling; `reason` as `referees.answers` has it."""

    reason: str = ""
    ideas: list[str] = Field(default_factory=list[str])


class MeaningTrace(Trace, frozen=True):
    """What a number will mean; `scores`: how near each option was."""

    pending: dict[str, Any] | None = None
    scores: list[float] = Field(default_factory=list[float])
    ideas: list[str] = Field(default_factory=list[str])


class VerdictTrace(Trace, frozen=True):
    """What an answer told.

    Attributes:
        covered, contradicted: the facts that it tells and denies.
        sentences, left_out: how many it has, and how many of them were not followed.
        missing: the core facts that are not established yet.
        untold: whether all of them are, though this answer does not tell them.
    """

    covered: list[str] = Field(default_factory=list[str])
    contradicted: list[str] = Field(default_factory=list[str])
    sentences: int = 0
    left_out: int = 0
    missing: list[str] = Field(default_factory=list[str])
    untold: bool = False
    ideas: list[str] = Field(default_factory=list[str])


class HintTrace(Trace, frozen=True):
    """What a hint points at; `written`: by a model, behind the author's."""

    facts: list[str] = Field(default_factory=list[str])
    ideas: list[str] = Field(default_factory=list[str])
    written: bool = False


class ReviewTrace(Trace, frozen=True):
    """Why a ruling was upheld, or what takes its place."""

    rationale: str = ""
    facts: list[str] = Field(default_factory=list[str])


class UndoTrace(Trace, frozen=True):
    """What undoing does not take back: hints that were read stay read. None in older logs."""

    hints: int | None = None
    given: list[int] | None = None


class CommandTrace(Trace, frozen=True):
    """What a command did beside what it says; `closes`: a choice that was open is not any more."""

    closes: bool = False
