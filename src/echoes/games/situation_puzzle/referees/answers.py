"""What a referee is asked and what it answers. All of this is private to the game."""

from dataclasses import dataclass, field
from typing import Literal

from echoes.core.usage import Usage
from echoes.games.situation_puzzle.events import RulingWord, VerdictWord

EMBEDDED = "embedded"
"""The referee without a model, as the source of its rulings."""
KEPT_RULINGS = 64
"""How many rulings are kept, so that what is asked again is ruled as before."""


@dataclass(frozen=True)
class Earlier:
    """A ruling that was given in this session.

    Attributes:
        asked: the player's words, where another question was ruled on in their place.
        turn: when.
        authored: the number of the author's ruling that it is, if it is one.
        settled: the author corrected it, or one like it; no other look can change it.
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
        """Whether it is the author's own."""
        return self.settled or self.authored is not None


@dataclass(frozen=True)
class Correction:
    """An earlier ruling that did not stand a fresh look, and what takes its place."""

    earlier: Earlier
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
        not_meant: the authored ruling that it was ruled as and that the player took back; it is not to be
            ruled as another question again.
        over_budget: no model may be asked any more in this session.
        calls_left: how many calls it has left; None for no bound.
    """

    text: str
    brought_up: frozenset[str] = frozenset()
    earlier: tuple[Earlier, ...] = ()
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
        confidence: 0 to 1.
        authored: the number of the authored ruling that decided, if one did.
        rationale: for authors and operators.
        remark: the author's public words.
        corrections: earlier rulings that contradict this one and gave way.
        settled: the author's own correction of an earlier one, said again.
        ruled_as: the authored question that the player's was taken for, to be shown beside the ruling;
            empty where the player's own words were ruled on.
        instead: what else may have been meant then, nearest first.
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


@dataclass(frozen=True)
class Choice:
    """An authored question that may be what was meant; its ruling is exact.

    Attributes:
        authored: the number of the authored ruling.
        text: the wording that is shown.
        score: how near it is, for its author.
    """

    authored: int
    text: str
    ruling: RulingWord
    facts: tuple[str, ...]
    score: float


Reason = Literal[
    "not_polar",
    "choice",
    "many",
    "language",
    "unknown",
    "unsure",
    "answer",
    "unread",
    "model_away",
    "model_unreadable",
    "model_budget",
    "model_too_long",
    "model_unsure",
    "model_contradiction",
]

FAILURES: frozenset[Reason] = frozenset({"model_away", "model_unreadable", "model_budget"})
"""The reasons that are no word on the question: the referee failed, and might have ruled."""


@dataclass(frozen=True)
class Doubt:
    """The referee does not rule by itself.

    Attributes:
        reason: why; a key of the phrases.
        choices: what may have been meant, nearest first; at most three, at times none.
        cause: what failed, for the operator.
    """

    reason: Reason
    choices: tuple[Choice, ...] = ()
    usage: Usage = field(default_factory=Usage)
    cause: str = ""


@dataclass(frozen=True)
class Hypothesis:
    """A final answer to be judged.

    Attributes:
        text: the player's words.
        confirmed: the numbers of the authored questions to which the player said that it says yes.
        shown: numbers of all that were offered so far.
        rounds: how often it was asked back about.
        brought_up: as for a question.
        earlier: the rulings of this session that stand, by which sentences may be followed.
        over_budget: as for a question.
    """

    text: str
    confirmed: tuple[int, ...] = ()
    shown: frozenset[int] = frozenset()
    rounds: int = 0
    brought_up: frozenset[str] = frozenset()
    earlier: tuple[Earlier, ...] = ()
    over_budget: bool = False


@dataclass(frozen=True)
class HypothesisVerdict:
    """What a final answer comes to.

    Attributes:
        understood: the player's own sentences that were followed.
        left_out: those that were not.
        kept: all sentences but those, in their order.
        would_solve: whether the answer is SOLVED without what was left out.
        lines: what to ask back first, where that can change the verdict: lines of questions, of which the
            player is to pick the one to all of which the answer says yes.
        unavailable: why it could not be judged at all; a key of the phrases.
        cause: what failed then, for the operator.
    """

    verdict: VerdictWord
    covered: tuple[str, ...]
    contradicted: tuple[str, ...]
    understood: tuple[str, ...]
    left_out: tuple[str, ...]
    kept: tuple[str, ...]
    would_solve: bool
    source: str
    lines: tuple[tuple[Choice, ...], ...] = ()
    unavailable: Reason | None = None
    usage: Usage = field(default_factory=Usage)
    cause: str = ""


@dataclass(frozen=True)
class Review:
    """What weighing a ruling anew came to.

    Attributes:
        ruling, facts: what takes the place of an overturned ruling.
        unavailable: why nothing could be weighed; a key of the phrases.
    """

    outcome: Literal["upheld", "unsettled", "withdrawn", "overturned"]
    rationale: str
    ruling: RulingWord | None = None
    facts: tuple[str, ...] = ()
    unavailable: Reason | None = None
    usage: Usage = field(default_factory=Usage)


def verdict_of(core: tuple[str, ...], covered: set[str], contradicted: set[str]) -> VerdictWord:
    """The verdict that follows from coverage: code decides, no model.

    SOLVED: every core fact. CLOSE: two thirds of them at least. Neither where anything is contradicted.
    PARTIAL: any fact. WRONG: none.
    """
    found = covered - contradicted
    core_found = sum(fact in found for fact in core)
    if core_found == len(core) and not contradicted:
        return "SOLVED"
    if core_found * 3 >= len(core) * 2 and not contradicted:
        return "CLOSE"
    return "PARTIAL" if found else "WRONG"
