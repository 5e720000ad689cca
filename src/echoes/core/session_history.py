"""The history of a session, as its game may read it."""

from collections.abc import Callable, Sequence
from typing import Protocol

from echoes.core.entries import Entry
from echoes.core.events import Event

EventFilter = Callable[[Event], bool]


class SessionHistory(Protocol):
    """The history of one session, without the turns that were undone."""

    async def entries(self) -> Sequence[Entry]:
        """Return the entries that count, in order."""
        ...

    async def newest(self, wanted: EventFilter) -> Sequence[Entry]:
        """Return the newest entries that count and whose events are wanted, in order; the cost is flat.

        Args:
            wanted: a function of a module, the same in each call.
        """
        ...
