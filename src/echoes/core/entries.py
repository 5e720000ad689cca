"""An entry of the event log: what happened, beside it what only the game knows, and what led to it.

What a game's nodes hand on are entries already, without an envelope; the recorder gives them theirs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from pydantic import BaseModel, JsonValue

from echoes.core.events import Event, Trace, event_to_json

TraceT = TypeVar("TraceT", bound=Trace)


class Cause(BaseModel):
    """What led to a write, so that the game can be run again without anyone's help.

    Attributes:
        message: what the player sent; None where it came from outside the game, and in older logs where the
            write's first event repeats it.
        undo: how many turns were taken back from outside the game.
        correction: how a ruling was corrected from outside the game.
        by: who sent it, by the name that others in the room see; empty where one person plays.
        seat: from which seat; empty where all share one.
        replies: what the referee (and any other voice from outside the rules) answered.
    """

    message: str | None = None
    undo: int | None = None
    correction: dict[str, JsonValue] | None = None
    by: str = ""
    seat: str = ""
    replies: list[JsonValue] = []


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
    """What a trace says, without what it leaves open."""
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
