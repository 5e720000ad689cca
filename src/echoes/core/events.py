"""What happens in a session, as anyone may see it.

Events are public by construction: there is no field here that could carry a rationale or
the ids of facts before the end. What a referee thought goes beside the event in the log
(`log_entries.LogEntry.trace`) and is never part of it. Tiny models with a literal tag and one union
to parse, after inspect_ai's `event/`.
"""

from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from echoes.core.usage import Usage

SCHEMA_VERSION = 2
"""The version of the events' form; `core.upgrades` turns older ones into it when they are read."""

RulingWord = Literal["YES", "NO", "YES AND NO", "IRRELEVANT"]
VerdictWord = Literal["SOLVED", "CLOSE", "PARTIAL", "WRONG"]

Draft = dict[str, JsonValue]
"""An event before it is recorded: its kind and keys, a `turn`, and at times a `trace`."""


class Option(BaseModel):
    """One of the neutral questions that a player may pick by its number."""

    n: int
    text: str


class EventBase(BaseModel):
    """The envelope that every event has."""

    model_config = ConfigDict(extra="forbid")

    words: ClassVar[frozenset[str]] = frozenset()
    """The keys that hold the game's own words: a replay may put them otherwise."""
    is_turn: ClassVar[bool] = False
    """Whether the message that led to it counts as a turn."""

    event_id: str
    session_id: str
    turn: int
    timestamp: str
    schema_: int = Field(default=SCHEMA_VERSION, alias="schema")


class SessionStarted(EventBase):
    """A session was opened; with `resumed`, once more (shown, not recorded again).

    Attributes:
        lineage: the session that this one and all its forks began with; its own id if none.
        forked_from, forked_at: whose past it shares, and up to which turn.
        notice: what whoever plays should know first.
        for_player: how hard it is, held against the player's own record.
    """

    words: ClassVar[frozenset[str]] = frozenset({"notice", "for_player"})
    event: Literal["session_started"] = "session_started"
    puzzle_id: str
    title: str
    statement: str
    lang: str
    player_id: str
    resumed: bool = False
    puzzle_hash: str
    referee: str
    model: str | None = None
    prompt_version: str | None = None
    game_type: str = "situation_puzzle"
    lineage: str
    forked_from: str | None = None
    forked_at: int | None = None
    notice: str | None = None
    for_player: str | None = None
    content_warnings: list[str] = []


class QuestionRuled(EventBase):
    """A question got its ruling.

    Attributes:
        text: the question that was ruled on.
        asked: the player's words, where that is another: an option that was picked, or that it was ruled as.
        ruled_as: the referee took the player's question for this one by itself; the player may take that
            back with 0, free of charge.
        options: what may have been meant instead, to be picked by number.
    """

    is_turn: ClassVar[bool] = True
    words: ClassVar[frozenset[str]] = frozenset({"remark"})
    event: Literal["question_ruled"] = "question_ruled"
    text: str
    ruling: RulingWord
    remark: str = ""
    source: str
    charged: bool = True
    progress: float
    usage: Usage = Usage()
    asked: str | None = None
    ruled_as: bool = False
    options: list[Option] = []


class RulingUnavailable(EventBase):
    """A question could not be ruled on; it is never turned into IRRELEVANT."""

    words: ClassVar[frozenset[str]] = frozenset({"reason"})
    event: Literal["ruling_unavailable"] = "ruling_unavailable"
    text: str
    reason: str
    charged: Literal[False] = False
    usage: Usage = Usage()


class ClarificationAsked(EventBase):
    """The player is asked what was meant, and answers with a number.

    Attributes:
        many: the answer is as many numbers as are wanted, in the player's order.
    """

    words: ClassVar[frozenset[str]] = frozenset({"prompt"})
    event: Literal["clarification_asked"] = "clarification_asked"
    text: str
    prompt: str
    options: list[Option]
    many: bool = False
    charged: Literal[False] = False


class HypothesisJudged(EventBase):
    """A final answer got its verdict; `asides`: from where to where its text counts for nothing."""

    is_turn: ClassVar[bool] = True
    words: ClassVar[frozenset[str]] = frozenset({"remark"})
    event: Literal["hypothesis_judged"] = "hypothesis_judged"
    text: str
    verdict: VerdictWord
    remark: str = ""
    source: str
    progress: float
    usage: Usage = Usage()
    asides: list[tuple[int, int]] = []


class HintGiven(EventBase):
    """A hint of the authored ladder was given.

    Attributes:
        level: its rung, from 1.
        remaining: how many are left.
        why: why not another rung, where the order was changed.
    """

    is_turn: ClassVar[bool] = True
    words: ClassVar[frozenset[str]] = frozenset({"why"})
    event: Literal["hint_given"] = "hint_given"
    level: int
    text: str
    remaining: int
    why: str = ""


class RulingChallenged(EventBase):
    """The last ruling was weighed anew.

    A withdrawn one no longer counts and is refunded; an overturned one gives way to `new_ruling`.
    """

    words: ClassVar[frozenset[str]] = frozenset({"remark"})
    event: Literal["ruling_challenged"] = "ruling_challenged"
    text: str
    ruling: RulingWord
    outcome: Literal["upheld", "unsettled", "withdrawn", "overturned"]
    remark: str
    new_ruling: RulingWord | None = None
    charged: Literal[False] = False
    usage: Usage = Usage()
    progress: float


class RulingCorrected(EventBase):
    """An earlier ruling was put right: by its author, or by the referee that found it in contradiction.

    Attributes:
        turn: that of the ruling.
        ruling: what it was; `new_ruling` holds from now on.
    """

    words: ClassVar[frozenset[str]] = frozenset({"remark"})
    event: Literal["ruling_corrected"] = "ruling_corrected"
    text: str
    ruling: RulingWord
    new_ruling: RulingWord
    by: Literal["author", "referee"]
    remark: str
    charged: Literal[False] = False
    progress: float


class TurnsUndone(EventBase):
    """Turns were taken back; they stay in the log and count nowhere."""

    event: Literal["turns_undone"] = "turns_undone"
    turns: list[int]
    progress: float


class Narrated(EventBase):
    """Further words about a turn, by a narrator that knows no secret; empty where it failed."""

    words: ClassVar[frozenset[str]] = frozenset({"text"})
    event: Literal["narrated"] = "narrated"
    text: str
    source: str
    usage: Usage = Usage()


class CommandResult(EventBase):
    """What a command has to say."""

    words: ClassVar[frozenset[str]] = frozenset({"text"})
    event: Literal["command_result"] = "command_result"
    command: str
    text: str


class SolutionRevealed(EventBase):
    """The game is over and the secret is out."""

    event: Literal["solution_revealed"] = "solution_revealed"
    answer: str
    facts: list[str]


class TurnFailed(EventBase):
    """A message could not be handled; nothing of it counts.

    Attributes:
        mended_by: who can do something about it.
    """

    event: Literal["turn_failed"] = "turn_failed"
    error: str
    mended_by: Literal["player", "operator"] = "player"
    charged: Literal[False] = False


class SessionEnded(EventBase):
    """The final tally; `score` is 0 to 100, its formula is in docs/scoring.md."""

    event: Literal["session_ended"] = "session_ended"
    status: Literal["COMPLETED", "ABORTED"]
    score: int
    questions: int
    hints: int


GameEvent = (
    SessionStarted
    | QuestionRuled
    | RulingUnavailable
    | ClarificationAsked
    | HypothesisJudged
    | HintGiven
    | RulingChallenged
    | RulingCorrected
    | TurnsUndone
    | Narrated
    | CommandResult
    | SolutionRevealed
    | TurnFailed
    | SessionEnded
)

_EVENT: TypeAdapter[GameEvent] = TypeAdapter(Annotated[GameEvent, Field(discriminator="event")])

TURN_EVENTS = frozenset(kind.model_fields["event"].default for kind in get_args(GameEvent) if kind.is_turn)
"""The kinds of events that make a turn."""


def parse_event(data: Any) -> GameEvent:
    """Read one event.

    Args:
        data: the JSON-like form of an event, envelope included.
    Returns:
        The event.
    Raises:
        pydantic.ValidationError: when it is none.
    """
    return _EVENT.validate_python(data)


def event_to_json(event: GameEvent) -> dict[str, JsonValue]:
    """The public JSON form of an event, keys that are None left out."""
    body: dict[str, JsonValue] = event.model_dump(mode="json", by_alias=True, exclude_none=False)
    return {"event": body.pop("event"), **body}
