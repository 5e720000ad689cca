"""Private traces that are stored beside the events of a situation puzzle."""

from collections.abc import Mapping

from pydantic import Field

from echoes.core.log.events import StartTrace, Trace


class OpeningTrace(StartTrace, frozen=True):
    """Bounds, adaptation and the player's record in words, as they are when the session begins.

    Attributes:
        max_questions, max_hints, max_message_chars: bounds; None for no bound.
        further_hints: the number that a model may write when the author's are used up.
        calls_per_session, tokens_per_session: budgets of models.
        offer_hint_after: the number of rulings without progress until a hint is offered.
        pace, hint_order, leading: the adaptation to the player (`session.adaptation`).
        profile: the player's record, in words.
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


class RulingTrace(Trace, frozen=True):
    """The reasons of a ruling.

    Attributes:
        facts: the facts that it establishes; `steps`: those that it leads to.
        authored: the number of the author's ruling that it is.
        settled: whether the author settled it later.
        evidence: ids of the documents that a model was shown.
        ideas: the ideas of the puzzle's vocabulary that were brought up.
        pending: the open choice, as `state.stored_choice` reads it.
    """

    facts: list[str] = Field(default_factory=list[str])
    steps: list[str] = Field(default_factory=list[str])
    authored: int | None = None
    confidence: float | None = None
    rationale: str = ""
    settled: bool = False
    evidence: list[str] = Field(default_factory=list[str], exclude_if=lambda evidence: not evidence)
    ideas: list[str] = Field(default_factory=list[str])
    pending: Mapping[str, object] | None = None


class UnavailableTrace(Trace, frozen=True):
    """The reason why there is no ruling; `reason` is one of `referees.types.Reason`."""

    reason: str = ""
    ideas: list[str] = Field(default_factory=list[str])


class ClarificationTrace(Trace, frozen=True):
    """The options of a clarification; `scores`: the probability of each."""

    pending: Mapping[str, object] | None = None
    scores: list[float] = Field(default_factory=list[float])
    ideas: list[str] = Field(default_factory=list[str])


class VerdictTrace(Trace, frozen=True):
    """The facts that a final answer told.

    Attributes:
        covered, contradicted: the facts that it tells and denies.
        missing: the core facts that are not established yet.
        untold: whether all of them are, though this answer does not tell them.
        picks: the number of the choice in each gap of a cloze.
    """

    covered: list[str] = Field(default_factory=list[str])
    contradicted: list[str] = Field(default_factory=list[str])
    missing: list[str] = Field(default_factory=list[str])
    untold: bool = False
    picks: list[int] = Field(default_factory=list[int], exclude_if=lambda picks: not picks)
    ideas: list[str] = Field(default_factory=list[str])


class HintTrace(Trace, frozen=True):
    """The facts that a hint points at.

    Attributes:
        written: whether a model wrote it, after the author's were used up.
        skipped: the levels that were passed over for the first time, for they tell nothing new.
    """

    facts: list[str] = Field(default_factory=list[str])
    ideas: list[str] = Field(default_factory=list[str])
    written: bool = False
    skipped: list[int] = Field(default_factory=list[int], exclude_if=lambda skipped: not skipped)


class ReviewTrace(Trace, frozen=True):
    """The reason why a ruling was upheld, or the facts of the one that replaces it."""

    rationale: str = ""
    facts: list[str] = Field(default_factory=list[str])


class UndoTrace(Trace, frozen=True):
    """Things that undoing keeps: hints that were read, and the final answers that were judged."""

    hints: int = 0
    given: list[int] = Field(default_factory=list[int])
    skipped: list[int] = Field(default_factory=list[int])
    answers: int = 0


class CommandTrace(Trace, frozen=True):
    """The side effect of a command; `closes`: it closed an open choice."""

    closes: bool = False
