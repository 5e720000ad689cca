"""Events: what happens in a session, as its audience may see it.

The platform owns the envelope and the few kinds below, which every game has. A game type defines all other
kinds (`GameType.events`), and a log is read with the kinds of its game. Events contain nothing secret: the
reasons of a referee are in the trace beside the event (`entries.Entry`).
"""

from typing import ClassVar, Literal, Self, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from echoes.core.operation.usage import Usage

SCHEMA_VERSION = 3
"""The version of the events' form; sessions of an earlier one are read (`core.log.lines`), not played on."""


class Trace(BaseModel, frozen=True):
    """The private reasons for an event: stored with it, and never shown before the end.

    A game has traces of its own. Unknown keys from other versions are ignored.

    Attributes:
        usage: the cost of an event that has no public `usage`.
        cause: the reason why a model gave no reply, for the operator.
        failed: whether that reason is technical.
        summed: the fields whose numbers are added where two traces are joined (`joined_traces`).
    """

    model_config = ConfigDict(extra="ignore", defer_build=True)

    usage: Usage | None = None
    cause: str = ""
    failed: bool = False
    summed: ClassVar[frozenset[str]] = frozenset()


class Event(BaseModel, frozen=True):
    """The envelope of every event, and the traits by which the platform treats it.

    A game makes its events without an envelope; the recorder adds it.

    Attributes:
        event: the kind; each class has its own.
        event_id: unique in all logs.
        session_id: the session that it belongs to.
        turn: the turn that it belongs to; set by the game only if that is an earlier one.
        timestamp: ISO 8601 in UTC.
        schema_: the version of its form; `schema` in JSON.
        audience: the seats that may see it; empty for everybody.

    >>> class Rolled(Event, frozen=True):
    ...     makes_turn = True
    ...     event: str = "rolled"
    ...     eyes: int
    >>> Rolled(eyes=6).event
    'rolled'
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    trace_type: ClassVar[type[Trace]] = Trace
    """The class of its trace."""
    display_fields: ClassVar[frozenset[str]] = frozenset()
    """The keys that hold the game's phrases, which may differ in a replay."""
    makes_turn: ClassVar[bool] = False
    """Whether the message that led to it counts as a turn."""
    gives_hint: ClassVar[bool] = False
    """Whether it is a hint, which `limits` may bound."""
    repeats_message: ClassVar[bool] = False
    """Whether its `asked`, or else its `text`, is the player's message."""
    is_unanswered: ClassVar[bool] = False
    """Whether the message that led to it got no answer."""
    keeps_options: ClassVar[bool] = False
    """Whether a choice that was offered before it can still be made after it."""
    stays: ClassVar[bool] = False
    """Whether it still counts after the turns around it are taken back: it is about people, not the game."""
    is_news: ClassVar[bool] = False
    """Whether the player must be told of it if it comes from outside a message."""
    is_copied: ClassVar[bool] = True
    """Whether a fork copies it: it is about the game, not this session."""

    event: str
    event_id: str = ""
    session_id: str = ""
    turn: int = 0
    timestamp: str = ""
    schema_: int = Field(default=SCHEMA_VERSION, alias="schema")
    audience: tuple[str, ...] = Field(default=(), exclude_if=lambda seats: not seats)

    @property
    def ends_game(self) -> bool:
        """Return whether it ends the game."""
        return False

    @property
    def progress_made(self) -> float | None:
        """The progress of the game after the event, 0 to 1; None where the event has none."""
        return cast("float | None", getattr(self, "progress", None))

    @property
    def metric_label(self) -> str:
        """The outcome in a word of a closed set, for metrics; empty where the kind says it all."""
        return ""

    @property
    def revises_past(self) -> bool:
        """Return whether it changes the meaning of earlier events."""
        return False

    @property
    def heard_from(self) -> str | None:
        """The speaker whose words may have been heard while they came, empty for the narrator; else None."""
        return cast("str | None", getattr(self, "speaker", None))


class Option(BaseModel, frozen=True):
    """An option that a player may pick by its number."""

    n: int
    text: str


class StartTrace(Trace, frozen=True):
    """The trace of an opening.

    Attributes:
        rules: the version of the rules by which it is played (`GameType.rules`).
        remembered: whether the game may count in its player's record.
        shared_turns: how many turns it shares with the session that it was forked from, which paid for them.
    """

    rules: int = 0
    remembered: bool = True
    shared_turns: int = 0


class SessionStarted(Event, frozen=True):
    """A session was opened.

    Attributes:
        puzzle_id, puzzle_hash: the scenario, and the version of it.
        resumed: whether it is opened again; such an event is shown but not recorded.
        lineage: the session that this one and all its forks began with; its own id if it is no fork.
        forked_from, forked_at: the session whose past it shares, and the last shared turn.
        model: the model that rules or leads; None without one.
        notice: what a player should know first.

    >>> SessionStarted(puzzle_id="fifty", title="Fifty", lang="en", puzzle_hash="1").resumed
    False
    """

    personal_fields: ClassVar[frozenset[str]] = frozenset()
    """The fields that concern its player alone, and hold None for everybody else."""
    display_fields = frozenset({"notice"})
    trace_type = StartTrace
    event: Literal["session_started"] = "session_started"
    puzzle_id: str
    title: str
    lang: str
    player_id: str = ""
    resumed: bool = False
    puzzle_hash: str
    model: str | None = None
    game_type: str = "situation_puzzle"
    lineage: str = ""
    forked_from: str | None = None
    forked_at: int | None = None
    notice: str | None = None
    content_warnings: list[str] = []

    def for_others(self) -> Self:
        """Return the event as those may see it who are not its player."""
        return self.model_copy(update={**dict.fromkeys(self.personal_fields), "player_id": "player"})


class ClarificationAsked(Event, frozen=True):
    """The player is asked what was meant, and answers with a number.

    Attributes:
        text: the player's message.
        prompt: the question to the player.
        many: whether the answer may be several numbers, in the player's order.
        decline: what 0 says; empty where it is none of the options.

    >>> ClarificationAsked(text="Well?", prompt="Which?", options=[{"n": 1, "text": "Is it?"}]).charged
    False
    """

    display_fields = frozenset({"prompt", "decline"})
    repeats_message = True
    event: Literal["clarification_asked"] = "clarification_asked"
    text: str
    prompt: str
    options: list[Option]
    many: bool = False
    decline: str = Field(default="", exclude_if=lambda words: not words)
    charged: Literal[False] = False


class TurnsUndone(Event, frozen=True):
    """Turns were taken back; they stay in the log but no longer count."""

    event: Literal["turns_undone"] = "turns_undone"
    turns: list[int]
    progress: float

    @property
    def revises_past(self) -> bool:
        """Always: the turns no longer count."""
        return True


class Narrated(Event, frozen=True):
    """Words about a turn by a narrator that knows no secret; empty if the narrator failed.

    Attributes:
        speaker: the name of who says it; empty for the narrator.
        source: the narrator's model.
    """

    display_fields = frozenset({"text"})
    keeps_options = True
    event: Literal["narrated"] = "narrated"
    text: str
    speaker: str = Field(default="", exclude_if=lambda name: not name)
    source: str
    usage: Usage = Usage()


class CommandResult(Event, frozen=True):
    """The reply to a command.

    >>> CommandResult(command="help", text="Ask.").text
    'Ask.'
    """

    display_fields = frozenset({"text"})
    event: Literal["command_result"] = "command_result"
    command: str
    text: str


class TurnFailed(Event, frozen=True):
    """A message could not be handled; it has no effect and costs nothing.

    Attributes:
        mended_by: who can do something about it.
    """

    is_unanswered = True
    event: Literal["turn_failed"] = "turn_failed"
    error: str
    mended_by: Literal["player", "operator"] = "player"
    charged: Literal[False] = False


class SessionEnded(Event, frozen=True):
    """The game is over, either completed or given up; a game adds its own figures.

    >>> SessionEnded(status="COMPLETED").ends_game
    True
    """

    event: Literal["session_ended"] = "session_ended"
    status: Literal["COMPLETED", "ABORTED"]

    @property
    def counts_in_record(self) -> bool:
        """Return whether the game may count in its player's record."""
        return True

    @property
    def ends_game(self) -> bool:
        """Always."""
        return True

    @property
    def revises_past(self) -> bool:
        """Always: from now on, secrets may be shown."""
        return True


def event_to_json(event: Event) -> dict[str, JsonValue]:
    """Return the public JSON form of an event."""
    body: dict[str, JsonValue] = event.model_dump(mode="json", by_alias=True)
    return {"event": body.pop("event"), **body}
