"""The events of a situation puzzle, each with the type of its private trace."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from echoes.core.log.events import (
    ClarificationAsked,
    CommandResult,
    Event,
    Option,
    SessionEnded,
    SessionStarted,
    TurnsUndone,
)
from echoes.core.operation.usage import Usage
from echoes.games.situation_puzzle.puzzle.cloze import ClozeForm
from echoes.games.situation_puzzle.traces import (
    ClarificationTrace,
    CommandTrace,
    HintTrace,
    OpeningTrace,
    ReviewTrace,
    RulingTrace,
    UnavailableTrace,
    UndoTrace,
    VerdictTrace,
)

RulingWord = Literal["YES", "NO", "YES AND NO", "IRRELEVANT"]
VerdictWord = Literal["SOLVED", "CLOSE", "PARTIAL", "WRONG"]
VERDICTS: Sequence[VerdictWord] = ("SOLVED", "CLOSE", "PARTIAL", "WRONG")
"""The verdicts, the best first."""
ChallengeOutcome = Literal["upheld", "unsettled", "withdrawn", "overturned"]


class PuzzleStarted(SessionStarted, frozen=True):
    """The session began; `for_player` describes the difficulty in relation to the player's record."""

    personal_fields = frozenset({"for_player"})
    trace_type = OpeningTrace
    display_fields = SessionStarted.display_fields | {"for_player"}
    statement: str
    referee: str
    prompt_version: str | None = None
    for_player: str | None = None


def statement_of(started: SessionStarted) -> str:
    """Return the statement of the puzzle that a session opens with."""
    return started.statement if isinstance(started, PuzzleStarted) else ""


class QuestionRuled(Event, frozen=True):
    """A question was ruled on.

    Attributes:
        text: the question that was ruled on.
        asked: the player's words, where another question was ruled on: an option that was picked, or the
            authored question that theirs was ruled as.
        ruled_as: the referee took the player's question for this one by itself; the player may take that
            back with 0, free of charge.
        options: what may have been meant instead, to be picked by number.

    >>> QuestionRuled(text="Was it night?", ruling="NO", source="embedded").makes_turn
    True
    """

    trace_type = RulingTrace
    makes_turn = True
    repeats_message = True
    display_fields = frozenset({"remark"})
    event: Literal["question_ruled"] = "question_ruled"
    text: str
    ruling: RulingWord
    remark: str = ""
    source: str
    charged: bool = True
    progress: float = 0.0
    usage: Usage = Usage()
    asked: str | None = None
    ruled_as: bool = False
    options: list[Option] = Field(default_factory=list[Option])

    @property
    def metric_label(self) -> str:
        """The ruling."""
        return self.ruling


class RulingUnavailable(Event, frozen=True):
    """A question could not be ruled on; it is never turned into IRRELEVANT."""

    trace_type = UnavailableTrace
    repeats_message = True
    is_unanswered = True
    display_fields = frozenset({"reason"})
    event: Literal["ruling_unavailable"] = "ruling_unavailable"
    text: str
    reason: str
    charged: Literal[False] = False
    usage: Usage = Usage()


class PuzzleClarificationAsked(ClarificationAsked, frozen=True):
    """The player is asked which question was meant, or what makes the answer."""

    trace_type = ClarificationTrace
    cloze: ClozeForm | None = Field(default=None, exclude_if=lambda cloze: cloze is None)


class HypothesisJudged(Event, frozen=True):
    """A final answer was judged.

    Attributes:
        source: who judged: a referee, or the key of a `cloze` or the `board`.
        asides: start and end of the parts of its text that do not count.

    >>> HypothesisJudged(text="It was a signal.", verdict="CLOSE", source="embedded").progress
    0.0
    """

    trace_type = VerdictTrace
    makes_turn = True
    repeats_message = True
    display_fields = frozenset({"remark"})
    event: Literal["hypothesis_judged"] = "hypothesis_judged"
    text: str
    verdict: VerdictWord
    remark: str = ""
    source: str
    progress: float = 0.0
    usage: Usage = Usage()
    asides: list[tuple[int, int]] = Field(default_factory=list[tuple[int, int]])

    @property
    def is_composed(self) -> bool:
        """Return whether it was put together by cloze or from the board."""
        return self.source in ("cloze", "board")

    @property
    def ends_game(self) -> bool:
        """Return whether it is the right answer."""
        return self.verdict == "SOLVED"

    @property
    def metric_label(self) -> str:
        """The verdict."""
        return self.verdict


class HintGiven(Event, frozen=True):
    """A hint was given.

    Attributes:
        level: the rung of the author's ladder, from 1.
        remaining: the number of hints that are left.
        why: the reason for this rung, where the order was changed.

    >>> HintGiven(level=1, text="Think of the rain.", remaining=2).gives_hint
    True
    """

    trace_type = HintTrace
    makes_turn = True
    gives_hint = True
    display_fields = frozenset({"why"})
    event: Literal["hint_given"] = "hint_given"
    level: int
    text: str
    remaining: int
    why: str = ""


class RulingChallenged(Event, frozen=True):
    """The last ruling was challenged and reviewed.

    A withdrawn one no longer counts and is refunded; an overturned one is replaced by `new_ruling`.
    """

    trace_type = ReviewTrace
    display_fields = frozenset({"remark"})
    event: Literal["ruling_challenged"] = "ruling_challenged"
    text: str
    ruling: RulingWord
    outcome: ChallengeOutcome
    remark: str
    new_ruling: RulingWord | None = None
    charged: Literal[False] = False
    usage: Usage = Usage()
    progress: float = 0.0

    @property
    def revises_past(self) -> bool:
        """Return whether the ruling no longer stands."""
        return self.outcome in ("withdrawn", "overturned")


class VerdictChallenged(Event, frozen=True):
    """The verdict on the last final answer was challenged and reviewed.

    A withdrawn one no longer counts and is refunded; an overturned one is replaced by `new_verdict`.
    """

    trace_type = ReviewTrace
    display_fields = frozenset({"remark"})
    event: Literal["verdict_challenged"] = "verdict_challenged"
    text: str
    verdict: VerdictWord
    outcome: ChallengeOutcome
    remark: str
    new_verdict: VerdictWord | None = None
    charged: Literal[False] = False
    usage: Usage = Usage()
    progress: float = 0.0

    @property
    def revises_past(self) -> bool:
        """Return whether the verdict no longer stands."""
        return self.outcome in ("withdrawn", "overturned")

    @property
    def ends_game(self) -> bool:
        """Return whether the answer is right after all."""
        return self.new_verdict == "SOLVED"


class RulingCorrected(Event, frozen=True):
    """An earlier ruling was corrected, by the author or by the referee that found a contradiction.

    Attributes:
        turn: the turn of the ruling.
        ruling: the ruling before; `new_ruling` holds from now on.
    """

    trace_type = ReviewTrace
    is_news = True
    display_fields = frozenset({"remark"})
    event: Literal["ruling_corrected"] = "ruling_corrected"
    text: str
    ruling: RulingWord
    new_ruling: RulingWord
    by: Literal["author", "referee"]
    remark: str
    charged: Literal[False] = False
    progress: float = 0.0

    @property
    def revises_past(self) -> bool:
        """Return whether it is news; always, for the ruling is another now."""
        return True


class PuzzleTurnsUndone(TurnsUndone, frozen=True):
    """Turns were undone; hints that were read stay given."""

    trace_type = UndoTrace


class PuzzleCommandResult(CommandResult, frozen=True):
    """The output of a command."""

    trace_type = CommandTrace


class SolutionRevealed(Event, frozen=True):
    """The game is over and the solution is shown."""

    event: Literal["solution_revealed"] = "solution_revealed"
    answer: str
    facts: list[str]

    @property
    def ends_game(self) -> bool:
        """Return whether it ends the game; always, for nobody can play on after reading the solution."""
        return True


class PuzzleEnded(SessionEnded, frozen=True):
    """The final counts; `score` is 0 to 100, its formula is in docs/scoring.md."""

    score: int
    questions: int
    hints: int


PUZZLE_EVENTS: Sequence[type[Event]] = (
    *(PuzzleStarted, QuestionRuled, RulingUnavailable, PuzzleClarificationAsked, HypothesisJudged, HintGiven),
    *(RulingChallenged, VerdictChallenged, RulingCorrected, PuzzleTurnsUndone, PuzzleCommandResult),
    *(SolutionRevealed, PuzzleEnded),
)
"""The event classes that a situation puzzle adds to the platform's, or extends."""
