"""One message's play: the entries so far, and the state after them. Each is folded at once."""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Generic, TypeVar

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event, Trace
from echoes.core.log.joined_traces import joined_traces

StateT = TypeVar("StateT")
TraceT = TypeVar("TraceT", bound=Trace)


class Play(Generic[StateT, TraceT]):
    """The outcome of one message.

    What happens is an event; the next rule sees the state after it. Nothing sets the state but the reducer.

    Args:
        state: before the message.
        after: the reducer: the state after an entry.
        traces: the class of the private parts of events.

    Attributes:
        state: after all entries so far.
        after: the reducer.
    """

    def __init__(self, state: StateT, after: Callable[[StateT, Entry], StateT], traces: type[TraceT]) -> None:
        self.state = self._before = state
        self.after, self._traces = after, traces
        self._entries: list[Entry] = []
        self._early = traces()

    def add(self, event: Event, noted: TraceT | None = None) -> None:
        """Record something that happens; `noted` is its private part."""
        entry = Entry(event, noted or self._traces())
        self._entries.append(entry)
        self.state = self.after(self.state, entry)

    def note(self, noted: TraceT) -> None:
        """Record something that is not shown; it stands in the trace of the latest entry."""
        self._join(len(self._entries) - 1, noted)
        self.state = self.after(self.state, Entry(Event(event="noted"), noted))

    def note_first(self, noted: TraceT) -> None:
        """Note beside the first entry, which may still come, what changes no state: costs and failures."""
        self._join(0 if self._entries else -1, noted)

    def replace(self, place: int, entry: Entry) -> None:
        """Put another entry at a place, and fold all entries again."""
        self._entries[place] = entry
        self.state = reduce(self.after, self.entries(), self._before)

    def entries(self) -> list[Entry]:
        """Return the entries so far, each with its private part."""
        if not self._entries:
            return []
        first, *others = self._entries
        beside = joined_traces(self._early, first.traced(self._traces))
        told = [Entry(first.event, beside), *others]
        return [
            Entry(one.event, one.trace if one.trace and one.trace.model_fields_set else None) for one in told
        ]

    def events(self) -> Sequence[Event]:
        """Return the events shown so far."""
        return [entry.event for entry in self._entries]

    def _join(self, place: int, noted: TraceT) -> None:
        if place < 0:  # nothing has happened yet
            self._early = joined_traces(self._early, noted)
            return
        entry = self._entries[place]
        self._entries[place] = Entry(entry.event, joined_traces(entry.traced(self._traces), noted))
