"""The traces of a session's turns, from its log: times and calls, and no words of anybody."""

from collections.abc import Sequence

from pydantic import ValidationError

from echoes.core.errors import BadInput, StorageFailed
from echoes.core.log.entries import Entry
from echoes.core.log.queries import usage_of
from echoes.core.log.records import Row
from echoes.core.operation.tracing import SpanRow
from echoes.core.operation.usage import Usage


class TurnTrace(Row, frozen=True):
    """The trace of one write to a session's log.

    Attributes:
        turn: the turn that it belongs to.
        timestamp: ISO 8601 in UTC, when it was written.
        events: the kinds of its events.
        usage: the cost of models.
        failures: the kinds of failures of models.
        spans: its steps until it was written, the outermost first; none for words of a narrator, which are
            written by themselves.
    """

    turn: int
    timestamp: str
    events: tuple[str, ...]
    usage: Usage
    failures: tuple[str, ...] = ()
    spans: tuple[SpanRow, ...] = ()


def traces_of(entries: Sequence[Entry], turn: int | None = None) -> list[TurnTrace]:
    """Return the trace of each write in a log, in order.

    Args:
        entries: the entries of the log.
        turn: restricts them to those of one turn; None for all.
    Raises:
        BadInput: there is no such turn.
        StorageFailed: the spans of a write can't be read.
    """
    writes: list[list[Entry]] = [[]]
    for entry in entries:
        writes[-1].append(entry)
        if not entry.rest:
            writes.append([])
    traces = [_trace(write) for write in writes if write]
    if turn is None:
        return traces
    found = [trace for trace in traces if trace.turn == turn]
    if not found:
        last = max((trace.turn for trace in traces), default=0)
        raise BadInput(f"there is no turn {turn}", f"The session's turns are 0 to {last}.")
    return found


def _trace(write: Sequence[Entry]) -> TurnTrace:
    cause, last = write[0].cause, write[-1].event
    try:
        return TurnTrace(
            turn=last.turn,
            timestamp=last.timestamp,
            events=tuple(entry.event.event for entry in write),
            usage=sum(map(usage_of, write), Usage()),
            failures=tuple(failure.kind for failure in cause.failures.values()) if cause else (),
            spans=tuple(cause.spans) if cause else (),
        )
    except ValidationError as error:
        raise StorageFailed(
            f"the times of turn {last.turn} of session '{last.session_id}' are damaged",
            "The game goes on without them; to see them, restore its log from a backup.",
        ) from error
