"""The types that referees take and return. All of them are private to the game."""

from dataclasses import dataclass, field
from typing import Literal

from echoes.core.operation.usage import Usage
from echoes.core.text.plain_text import capitalized
from echoes.games.situation_puzzle.events import RulingWord, VerdictWord

EMBEDDED = "embedded"
"""The name of the referee without a model, as the source of its rulings."""
KEPT_RULINGS = 64
"""The number of past rulings that are kept, so that a repeated question is ruled as before."""


@dataclass(frozen=True)
class PastRuling:
    """A ruling that was given in this session.

    Attributes:
        asked: the player's words, where another question was ruled on in their place.
        turn: the turn in which it was given.
        authored: the number of the author's ruling that it is, if it is one.
        settled: the author corrected it, or one like it; no review can change it.
    """

    text: str
    ruling: RulingWord
    facts: tuple[str, ...] = ()
    turn: int = 0
    authored: int | None = None
    settled: bool = False
    asked: str = ""

    @property
    def is_final(self) -> bool:
        """Return whether it is the author's own."""
        return self.settled or self.authored is not None


@dataclass(frozen=True)
class Correction:
    """A past ruling that was not upheld, and what takes its place."""

    earlier: PastRuling
    ruling: RulingWord
    facts: tuple[str, ...]
    rationale: str


@dataclass(frozen=True)
class Question:
    """A question or claim to be ruled on.

    Attributes:
        text: the player's words.
        brought_up: the ideas that the player, earlier rulings and hints brought up.
        earlier: the latest rulings of this session that stand, oldest first.
        as_it_stands: the player said that it is a question, whatever it looks like.
        not_meant: the authored ruling that it was ruled as and that the player took back; it must not be
            ruled as another question again.
        over_budget: no model may be asked any more in this session.
        calls_left: the model calls that it has left; None for no bound.
    """

    text: str
    brought_up: frozenset[str] = frozenset()
    earlier: tuple[PastRuling, ...] = ()
    as_it_stands: bool = False
    not_meant: int | None = None
    over_budget: bool = False
    calls_left: int | None = None


@dataclass(frozen=True)
class Ruling:
    """A ruling with all that led to it.

    Attributes:
        facts: ids of the facts that it bears on.
        steps: ids of the facts that a YES leads to, without bearing on them.
        evidence: ids of the documents that were looked up and shown to a model, the nearest first.
        confidence: 0 to 1.
        authored: the number of the authored ruling that decided, if one did.
        rationale: the reason, for authors and operators.
        remark: the author's public words.
        corrections: earlier rulings that contradict this one and are replaced.
        settled: whether it repeats the author's own correction of an earlier one.
        ruled_as: the authored question that the player's was taken for, to be shown beside the ruling;
            empty where the player's own words were ruled on.
        instead: other questions that may have been meant then, likeliest first.
    """

    ruling: RulingWord
    source: str
    facts: tuple[str, ...] = ()
    confidence: float = 1.0
    authored: int | None = None
    rationale: str = ""
    remark: str = ""
    usage: Usage = field(default_factory=Usage)
    corrections: tuple[Correction, ...] = ()
    settled: bool = False
    ruled_as: str = ""
    instead: tuple["Choice", ...] = ()
    steps: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """An authored question that may be what was meant; its ruling is exact.

    Attributes:
        authored: the number of the authored ruling.
        text: the wording, as its author wrote it.
        score: its probability, for the author.
    """

    authored: int
    text: str
    ruling: RulingWord
    facts: tuple[str, ...]
    score: float

    @property
    def shown(self) -> str:
        """The wording as a player is shown it: authors may write as carelessly as players do."""
        return capitalized(self.text)


RulingReason = Literal[
    "not_polar",
    "choice",
    "many",
    "language",
    "unknown",
    "unruled",
    "unsure",
    "hint",
    "help",
    "restart",
    "talk",
    "unread",
    "no_rulings",
    "no_facts",
    "model_away",
    "model_unreadable",
    "model_budget",
    "model_too_long",
    "model_filtered",
    "model_unsure",
    "model_contradiction",
]

FAILURES: frozenset[RulingReason] = frozenset({"model_away", "model_unreadable", "model_budget"})
"""The reasons that say nothing of the question: the referee failed, and might have ruled."""


@dataclass(frozen=True)
class Abstention:
    """The referee's decision not to rule by itself.

    Attributes:
        reason: the reason; a key of the phrases.
        choices: questions that may have been meant, likeliest first; at most three, at times none.
        cause: the failure, for the operator.
    """

    reason: RulingReason
    choices: tuple[Choice, ...] = ()
    usage: Usage = field(default_factory=Usage)
    cause: str = ""


@dataclass(frozen=True)
class Hypothesis:
    """A final answer to be judged.

    Attributes:
        text: the player's words.
        earlier: the rulings of this session that stand, by which sentences may be followed.
        over_budget: as for a question.
    """

    text: str
    earlier: tuple[PastRuling, ...] = ()
    over_budget: bool = False


@dataclass(frozen=True)
class HypothesisVerdict:
    """The verdict on a final answer, with all that led to it.

    Attributes:
        covered, contradicted: ids of the facts that it tells and denies.
        unavailable: the reason why it is not judged, such as that not all of it was followed; a key of the
            phrases.
        cause: the failure then, for the operator.
    """

    verdict: VerdictWord
    covered: tuple[str, ...]
    contradicted: tuple[str, ...]
    source: str
    unavailable: RulingReason | None = None
    usage: Usage = field(default_factory=Usage)
    cause: str = ""

    @classmethod
    def unjudged(cls, source: str, reason: RulingReason, usage: Usage, cause: str) -> "HypothesisVerdict":
        """Return the verdict on an answer that is not judged at all."""
        return cls("WRONG", (), (), source, unavailable=reason, usage=usage, cause=cause)


@dataclass(frozen=True)
class Review:
    """The outcome of reviewing a ruling.

    Attributes:
        ruling, facts: the replacement of an overturned ruling.
        unavailable: the reason why no review was possible; a key of the phrases.
    """

    outcome: Literal["upheld", "unsettled", "withdrawn", "overturned"]
    rationale: str
    ruling: RulingWord | None = None
    facts: tuple[str, ...] = ()
    unavailable: RulingReason | None = None
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True)
class AnswerReview:
    """The outcome of reviewing a verdict.

    Attributes:
        verdict, facts: the replacement of an overturned verdict, and the facts that the answer tells.
        unavailable: the reason why no review was possible; a key of the phrases.
    """

    outcome: Literal["upheld", "unsettled", "withdrawn", "overturned"]
    rationale: str
    verdict: VerdictWord | None = None
    facts: tuple[str, ...] = ()
    unavailable: RulingReason | None = None
    usage: Usage = field(default_factory=Usage)


def verdict_of(core: tuple[str, ...], covered: set[str], contradicted: set[str]) -> VerdictWord:
    """Return the verdict that follows from coverage; code decides, not a model.

    SOLVED: every core fact. CLOSE: two thirds of them at least. Neither where anything is contradicted.
    PARTIAL: any fact. WRONG: none.
    """
    found = covered - contradicted
    core_found = sum(fact in found for fact in core)
    if core and core_found == len(core) and not contradicted:
        return "SOLVED"
    if core and core_found * 3 >= len(core) * 2 and not contradicted:
        return "CLOSE"
    return "PARTIAL" if found else "WRONG"
