"""An entry of the event log: what happened, beside it what only the game knows, and what led to it.

What a game's nodes hand on are entries already, without an envelope; the recorder gives them theirs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from pydantic import BaseModel, Field, JsonValue, model_validator

from echoes.core.events import Event, Trace, event_to_json
from echoes.core.reply_journal import ReplyFailure
from echoes.core.usage import Usage

TraceT = TypeVar("TraceT", bound=Trace)


class Operation(BaseModel, frozen=True):
    """An operator's action on a session, with its arguments; see `GameType.operate`."""

    name: str
    arguments: dict[str, JsonValue]


class Cause(BaseModel):
    """The cause of a write, from which the game can be run again without anyone's help.

    Attributes:
        message: what the player sent; None where it came from outside the game, and in older logs where the
            write's first event repeats it.
        undo: how many turns were taken back from outside the game.
        operation: what an operator did from outside the game; `correction` in older logs.
        by: who sent it, by the name that others in the room see; empty where one person plays.
        seat: from which seat; empty where all share one.
        replies: what the referee, a model or chance answered, by key (see `core.reply_journal`); a list, in
            order, in older logs.
        failures: the models that gave no answer, by key.
        settles: the turn whose after-work this is; None for any other write.
        dropped: the cost of thinking about the message in vain, before the game moved on meanwhile.
    """

    message: str | None = None
    undo: int | None = None
    operation: Operation | None = Field(default=None, exclude_if=lambda operation: operation is None)
    by: str = ""
    seat: str = ""
    replies: dict[str, JsonValue] | list[JsonValue] = {}
    failures: dict[str, ReplyFailure] = Field(default={}, exclude_if=lambda failures: not failures)
    settles: int | None = Field(default=None, exclude_if=lambda turn: turn is None)
    dropped: Usage | None = Field(default=None, exclude_if=lambda usage: usage is None)

    @model_validator(mode="before")
    @classmethod
    def _from_correction(cls, data: Any) -> Any:
        if not isinstance(data, dict) or "correction" not in data:
            return data  # pyright: ignore[reportUnknownVariableType]
        named: dict[str, Any] = {**data}
        corrected = named.pop("correction")
        return {**named, "operation": {"name": "correct", "arguments": corrected}} if corrected else named


@dataclass(frozen=True)
class Entry:
    """One line of the event log.

    Attributes:
        event: what may be shown.
        trace: what decided; read again only to rebuild the game's state.
        cause: stands with the first entry of a write.
        rest: how many entries of the same write follow; a write counts as a whole or not at all.
    """

    event: Event
    trace: Trace | None = None
    cause: Cause | None = field(default=None, compare=False)
    rest: int = field(default=0, compare=False)

    def traced(self, form: type[TraceT]) -> TraceT:
        """Its trace in a form; one that says nothing where it has none."""
        return self.trace if isinstance(self.trace, form) else form()

    def changed(self, **values: Any) -> "Entry":
        """The same with other values in its event."""
        return replace(self, event=self.event.model_copy(update=values))

    def to_json(self) -> dict[str, JsonValue]:
        """Its line of the log."""
        return {
            "event": event_to_json(self.event),
            "trace": noted(self.trace),
            "cause": self.cause.model_dump(mode="json") if self.cause else None,
            "rest": self.rest,
        }


def noted(trace: Trace | None) -> dict[str, JsonValue] | None:
    """Return the fields of a trace that were set, as JSON."""
    return None if trace is None else trace.model_dump(mode="json", exclude_unset=True)


def number_turns(entries: Sequence[Entry], turn: int) -> list[Entry]:
    """Give each entry its turn: events that make a turn count on from `turn`.

    One that is about an earlier turn has named it already.
    """
    numbered: list[Entry] = []
    for entry in entries:
        turn += entry.event.makes_turn
        named = "turn" in entry.event.model_fields_set
        numbered.append(entry if named else entry.changed(turn=turn))
    return numbered
