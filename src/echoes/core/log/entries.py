"""Entries of the event log: an event, the private trace beside it, and the cause of the write.

A game's nodes return entries whose events have no envelope yet; the recorder adds it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, TypeVar

from pydantic import BaseModel, Field, JsonValue

from echoes.core.log.events import Event, Trace, event_to_json
from echoes.core.log.reply_journal import Replies, ReplyFailure
from echoes.core.operation.usage import Usage

TraceT = TypeVar("TraceT", bound=Trace)


class Operation(BaseModel, frozen=True):
    """An operator's action on a session, with its arguments; see `GameType.operate`."""

    name: str
    arguments: dict[str, JsonValue]


class Cause(BaseModel):
    """The cause of a write, from which the game can be run again without asking anybody.

    Attributes:
        message: the player's message; None if the write came from outside the game.
        undo: the number of turns taken back from outside the game.
        operation: an operator's action from outside the game.
        by: the sender's name, as others in the room see it; empty if one person plays.
        seat: the seat from which it was sent; empty if all share one.
        replies: the replies of referee, models and dice, by key (see `core.log.reply_journal`).
        failures: the models that gave no reply, by key.
        settles: the turn whose follow-up work this is; None for any other write.
        dropped: the cost of earlier attempts at the message, discarded because the game had moved on.
        spans: the times of its steps until it was written, each a `tracing.SpanRow`; those from a log are
            as they stand there, since only `engine.turns.traces` needs them.
    """

    message: str | None = None
    undo: int | None = None
    operation: Operation | None = Field(default=None, exclude_if=lambda operation: operation is None)
    by: str = ""
    seat: str = ""
    replies: Replies = {}
    failures: dict[str, ReplyFailure] = Field(default={}, exclude_if=lambda failures: not failures)
    settles: int | None = Field(default=None, exclude_if=lambda turn: turn is None)
    dropped: Usage | None = Field(default=None, exclude_if=lambda usage: usage is None)
    spans: list[Any] = Field(default=[], exclude_if=lambda spans: not spans)


@dataclass(frozen=True)
class Entry:
    """One line of the event log.

    Attributes:
        event: the public event.
        trace: the private reasons; read again only to rebuild the game's state.
        cause: the cause of a write, on its first entry.
        rest: the number of entries of the same write that follow; a write counts as a whole or not at all.

    >>> Entry(CommandResult(command="help", text="Ask.")).changed(turn=3).event.turn
    3
    """

    event: Event
    trace: Trace | None = None
    cause: Cause | None = field(default=None, compare=False)
    rest: int = field(default=0, compare=False)

    def traced(self, form: type[TraceT]) -> TraceT:
        """Return its trace as a given class; an empty one if it has none of that class."""
        return self.trace if isinstance(self.trace, form) else _empty(form)

    def changed(self, **values: Any) -> "Entry":
        """Return a copy with other values in its event."""
        return replace(self, event=self.event.model_copy(update=values))

    def to_json(self) -> dict[str, JsonValue]:
        """Return the JSON form of its line in the log."""
        return {
            "event": event_to_json(self.event),
            "trace": noted(self.trace),
            "cause": self.cause.model_dump(mode="json") if self.cause else None,
            "rest": self.rest,
        }


@cache
def _empty(form: type[TraceT]) -> TraceT:
    return form()


def noted(trace: Trace | None) -> dict[str, JsonValue] | None:
    """Return the fields of a trace that were set, as JSON."""
    return None if trace is None else trace.model_dump(mode="json", exclude_unset=True)


def number_turns(entries: Sequence[Entry], turn: int) -> list[Entry]:
    """Give each entry its turn number: events that make a turn count on from `turn`.

    An event about an earlier turn keeps the number that it already has.
    """
    numbered: list[Entry] = []
    for entry in entries:
        turn += entry.event.makes_turn
        named = "turn" in entry.event.model_fields_set
        numbered.append(entry if named else entry.changed(turn=turn))
    return numbered
