"""Events: what happens in a session, as its audience may see it.

The platform owns the envelope and the few kinds below, which every game has. All other kinds belong to a game
type, which lists them (`AnyGame.events`); a log is read with those of the game that it is of. An event holds
nothing secret by construction: what a referee thought stands beside it, in the trace (`entries.Entry`). Tiny
models with a literal tag, after inspect_ai's `event/`.
"""

from typing import ClassVar, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from echoes.core.usage import Usage

SCHEMA_VERSION = 2
"""The version of the events' form; `core.upgrades` turns older ones into it when they are read."""


class Trace(BaseModel, frozen=True):
    """The private reasons for an event: stored with it, and never shown before the end.

    A game has traces of its own. What an older or newer version noted beside that is passed over.

    Attributes:
        usage: what an event cost that has no public `usage`.
        cause: why a model gave no answer, for the operator.
        failed: whether it gave none for a technical reason.
    """

    model_config = ConfigDict(extra="ignore")

    usage: Usage | None = None
    cause: str = ""
    failed: bool = False


class Event(BaseModel, frozen=True):
    """The envelope that every event has, and what the platform may ask of any.

    A game makes its events without an envelope; the recorder gives them theirs.

    Attributes:
        event: the kind; each class has its own.
        event_id: unique in all logs.
        turn: to which it belongs; set by the game only where that is an earlier one.
        timestamp: ISO 8601 in UTC.
        audience: the seats that may see it; empty for everybody.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    trace_type: ClassVar[type[Trace]] = Trace
    """The form of what is noted beside it."""
    display_fields: ClassVar[frozenset[str]] = frozenset()
    """The keys that hold the game's own words: a replay may put them otherwise."""
    makes_turn: ClassVar[bool] = False
    """Whether the message that led to it counts as a turn."""
    repeats_message: ClassVar[bool] = False
    """Whether its `asked`, or else its `text`, is what the player sent."""
    is_unanswered: ClassVar[bool] = False
    """Whether the message that led to it got no answer."""
    keeps_options: ClassVar[bool] = False
    """Whether a choice that was offered before it can still be made after it."""
    is_news: ClassVar[bool] = False
    """Whether the player has to be told, should it come from outside a message."""

    event: str
    event_id: str = ""
    session_id: str = ""
    turn: int = 0
    timestamp: str = ""
    schema_: int = Field(default=SCHEMA_VERSION, alias="schema")
    audience: tuple[str, ...] = Field(default=(), exclude_if=lambda seats: not seats)

    @property
    def ends_game(self) -> bool:
        """Tell whether nothing but the end can follow."""
        return False

    @property
    def progress_made(self) -> float | None:
        """The progress of the game after the event, 0 to 1; None where the event has none."""
        return cast("float | None", getattr(self, "progress", None))

    @property
    def revises_past(self) -> bool:
        """Tell whether it changes the meaning of earlier events."""
        return False


class Option(BaseModel, frozen=True):
    """One of the things that a player may pick by its number."""

    n: int
    text: str


class StartTrace(Trace, frozen=True):
    """The trace of an opening; `remembered`: whether the game may count in its player's record."""

    remembered: bool = True


class SessionStarted(Event, frozen=True):
    """A session was opened; with `resumed`, once more (shown, not recorded again).

    Attributes:
        puzzle_id, puzzle_hash: which scenario, and which version of it.
        lineage: the session that this one and all its forks began with; its own id if none.
        forked_from, forked_at: whose past it shares, and up to which turn.
        model: that rules, or leads; None without one.
        notice: what whoever plays should know first.
    """

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


class ClarificationAsked(Event, frozen=True):
    """The player is asked what was meant, and answers with a number.

    Attributes:
        many: the answer is as many numbers as are wanted, in the player's order.
    """

    display_fields = frozenset({"prompt"})
    repeats_message = True
    event: Literal["clarification_asked"] = "clarification_asked"
    text: str
    prompt: str
    options: list[Option]
    many: bool = False
    charged: Literal[False] = False


class TurnsUndone(Event, frozen=True):
    """Turns were taken back; they stay in the log and count nowhere."""

    event: Literal["turns_undone"] = "turns_undone"
    turns: list[int]
    progress: float

    @property
    def revises_past(self) -> bool:
        """They are gone."""
        return True


class Narrated(Event, frozen=True):
    """Further words about a turn, by a narrator that knows no secret; empty where it failed."""

    display_fields = frozenset({"text"})
    keeps_options = True
    event: Literal["narrated"] = "narrated"
    text: str
    source: str
    usage: Usage = Usage()


class CommandResult(Event, frozen=True):
    """The reply to a command."""

    display_fields = frozenset({"text"})
    event: Literal["command_result"] = "command_result"
    command: str
    text: str


class TurnFailed(Event, frozen=True):
    """A message could not be handled; nothing of it counts.

    Attributes:
        mended_by: who can do something about it.
    """

    is_unanswered = True
    event: Literal["turn_failed"] = "turn_failed"
    error: str
    mended_by: Literal["player", "operator"] = "player"
    charged: Literal[False] = False


class SeatTaken(Event, frozen=True):
    """Somebody sat down.

    Attributes:
        seat: which one.
        by: by the name that others see.
        holder: a person, or an AI player.
    """

    event: Literal["seat_taken"] = "seat_taken"
    seat: str
    by: str
    holder: Literal["person", "ai"] = "person"


class SeatLeft(Event, frozen=True):
    """Somebody got up; the seat is free."""

    event: Literal["seat_left"] = "seat_left"
    seat: str
    by: str


SeatChange = SeatTaken | SeatLeft
"""Somebody sits down or gets up."""


class SessionEnded(Event, frozen=True):
    """The game is over: carried through to an ending, or given up. A game adds its tally."""

    event: Literal["session_ended"] = "session_ended"
    status: Literal["COMPLETED", "ABORTED"]

    @property
    def ends_game(self) -> bool:
        """It does."""
        return True

    @property
    def revises_past(self) -> bool:
        """Always: secrets may be shown from now on."""
        return True


class UnknownEvent(Event, frozen=True):
    """An event of a game type that is not installed: kept, listed and exported as it stands."""

    model_config = ConfigDict(extra="allow", frozen=True)


def event_to_json(event: Event) -> dict[str, JsonValue]:
    """The public JSON form of an event."""
    body: dict[str, JsonValue] = event.model_dump(mode="json", by_alias=True)
    return {"event": body.pop("event"), **body}
