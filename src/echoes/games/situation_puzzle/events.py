"""The events of a situation puzzle, and what is noted beside each."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from echoes.core.events import (
    ClarificationAsked,
    CommandResult,
    Event,
    Option,
    SessionEnded,
    SessionStarted,
    TurnsUndone,
)
from echoes.core.usage import Usage
from echoes.games.situation_puzzle.traces import (
    CommandTrace,
    HintTrace,
    MeaningTrace,
    OpeningTrace,
    ReviewTrace,
    RulingTrace,
    UnavailableTrace,
    UndoTrace,
    VerdictTrace,
)

RulingWord = Literal["YES", "NO", "YES AND NO", "IRRELEVANT"]
VerdictWord = Literal["SOLVED", "CLOSE", "PARTIAL", "WRONG"]
Outcome = Literal["upheld", "unsettled", "withdrawn", "overturned"]


class PuzzleStarted(SessionStarted, frozen=True):
    """The statement, with who rules; `for_player`: how hard it is, held against the player's own record."""

    trace_type = OpeningTrace
    display_fields = SessionStarted.display_fields | {"for_player"}
    statement: str
    referee: str
    prompt_version: str | None = None
    for_player: str | None = None


def statement_of(started: SessionStarted) -> str:
    """The statement of the puzzle that a session opens with."""
    return started.statement if isinstance(started, PuzzleStarted) else ""


class QuestionRuled(Event, frozen=True):
    """A question got its ruling.

    Attributes:
        text: the question that was ruled on.
        asked: the player's words, where that is another: an option that was picked, or that it was ruled as.
        ruled_as: the referee took the player's question for this one by itself; the player may take that
            back with 0, free of charge.
        options: what may have been meant instead, to be picked by number.
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


class MeaningAsked(ClarificationAsked, frozen=True):
    """The player is asked which question, or what of an answer, was meant."""

    trace_type = MeaningTrace


class HypothesisJudged(Event, frozen=True):
    """A final answer got its verdict; `asides`: from where to where its text counts for nothing."""

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
    def ends_game(self) -> bool:
        """The right answer does."""
        return self.verdict == "SOLVED"


class HintGiven(Event, frozen=True):
    """A hint was given.

    Attributes:
        level: its rung of the author's ladder, from 1.
        remaining: how many are left.
        why: why not another rung, where the order was changed.
    """

    trace_type = HintTrace
    makes_turn = True
    display_fields = frozenset({"why"})
    event: Literal["hint_given"] = "hint_given"
    level: int
    text: str
    remaining: int
    why: str = ""


class RulingChallenged(Event, frozen=True):
    """The last ruling was weighed anew.

    A withdrawn one no longer counts and is refunded; an overturned one gives way to `new_ruling`.
    """

    trace_type = ReviewTrace
    display_fields = frozenset({"remark"})
    event: Literal["ruling_challenged"] = "ruling_challenged"
    text: str
    ruling: RulingWord
    outcome: Outcome
    remark: str
    new_ruling: RulingWord | None = None
    charged: Literal[False] = False
    usage: Usage = Usage()
    progress: float = 0.0

    @property
    def revises_past(self) -> bool:
        """Where the ruling no longer stands."""
        return self.outcome in ("withdrawn", "overturned")


class RulingCorrected(Event, frozen=True):
    """An earlier ruling was put right: by its author, or by the referee that found it in contradiction.

    Attributes:
        turn: that of the ruling.
        ruling: what it was; `new_ruling` holds from now on.
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
        """The ruling is another now."""
        return True


class PuzzleTurnsUndone(TurnsUndone, frozen=True):
    """Turns were taken back, but for hints."""

    trace_type = UndoTrace


class PuzzleCommandResult(CommandResult, frozen=True):
    """What a command has to say."""

    trace_type = CommandTrace


class SolutionRevealed(Event, frozen=True):
    """The game is over and the secret is out."""

    event: Literal["solution_revealed"] = "solution_revealed"
    answer: str
    facts: list[str]

    @property
    def ends_game(self) -> bool:
        """Nobody can play on who has read it."""
        return True


class PuzzleEnded(SessionEnded, frozen=True):
    """The final tally; `score` is 0 to 100, its formula is in docs/scoring.md."""

    score: int
    questions: int
    hints: int


PUZZLE_EVENTS: Sequence[type[Event]] = (
    PuzzleStarted,
    QuestionRuled,
    RulingUnavailable,
    MeaningAsked,
    HypothesisJudged,
    HintGiven,
    RulingChallenged,
    RulingCorrected,
    PuzzleTurnsUndone,
    PuzzleCommandResult,
    SolutionRevealed,
    PuzzleEnded,
)
"""What a situation puzzle adds to the platform's kinds, or says more of."""
