"""Unread events: what happened outside of messages, kept for each reader until it is told."""

from collections.abc import Collection, Iterable, Sequence

from echoes.core.log.events import Event

_KEPT = 32
"""The number of unread events that are kept for a reader, for each audience."""


class UnreadEvents:
    """The events that the readers of a session have not been told yet."""

    def __init__(self) -> None:
        self._unread: dict[str, list[Event]] = {}
        self._moves: list[Event] = []

    def listen(self, reader: str) -> None:
        """Keep events for a reader from now on."""
        self._unread.setdefault(reader, [])

    def announce(self, events: Iterable[Event]) -> None:
        """Keep events for all readers."""
        added = [*events]
        self._unread = {reader: _newest([*unread, *added]) for reader, unread in self._unread.items()}

    def moved(self, events: Iterable[Event]) -> None:
        """Keep what others played from a seat that all share; it is told once."""
        self._moves = _newest([*self._moves, *events])

    def take(self, reader: str, seat: str, moves: bool = False) -> list[Event]:
        """Return the events since a reader's last call that a seat may see.

        Args:
            reader: the reader; events since its first call are kept for it.
            seat: the seat from which the reader looks now; events for other seats are kept for later.
            moves: whether to return also what others played from the same seat, if all share one.
        """
        unread = self._unread.setdefault(reader, [])
        fresh = [event for event in unread if not event.audience or seat in event.audience]
        self._unread[reader] = [event for event in unread if event not in fresh]
        if moves:
            fresh, self._moves = sorted([*self._moves, *fresh], key=lambda event: event.timestamp), []
        return fresh

    def keep(self, turns: Collection[int]) -> None:
        """Drop the events of turns that no longer count."""
        for reader, unread in self._unread.items():
            self._unread[reader] = [event for event in unread if event.turn in turns]


def _newest(events: Sequence[Event]) -> list[Event]:
    """Return the newest events of each audience, so that hidden ones push out none that others see."""
    kept: list[Event] = []
    count: dict[tuple[str, ...], int] = {}
    for event in reversed(events):
        count[event.audience] = count.get(event.audience, 0) + 1
        if count[event.audience] <= _KEPT:
            kept.append(event)
    return kept[::-1]
