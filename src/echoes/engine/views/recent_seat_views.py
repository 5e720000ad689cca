"""The views that the seats of a session have of it, kept with it: nobody reads the log again for them."""

from collections.abc import Collection, Iterable, Sequence

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.core.seats.visibility import PUBLIC, SeatView

_KEPT = 64
"""The number of the newest events that are kept, if any event is hidden from somebody."""


class RecentSeatViews:
    """The newest events of a log, as each seat sees and counts them.

    Args:
        seats: the seats of the game; none if all share one.
    """

    def __init__(self, seats: Collection[str]) -> None:
        self._seats = (PUBLIC, *seats)
        self.read(())

    def read(self, entries: Iterable[Entry]) -> None:
        """Take note of a whole log."""
        self._views = {seat: SeatView(seat) for seat in self._seats}
        self._newest: dict[str, dict[str, Event]] = {}
        self._hides = False
        self.follow(entries)

    def follow(self, entries: Iterable[Entry]) -> None:
        """Take note of appended entries; where there are no seats, nothing is hidden and all count alike."""
        if self._seats == (PUBLIC,):
            return
        for entry in entries:
            seen = {seat: view.see(entry) for seat, view in self._views.items()}
            self._hides = self._hides or bool(entry.event.audience)
            if self._hides:
                events = {seat: one.event for seat, one in seen.items() if one is not None}
                self._newest[entry.event.event_id] = events
            if len(self._newest) > _KEPT:
                del self._newest[next(iter(self._newest))]

    def turn(self, seat: str) -> int:
        """Return the number of the last turn, as a seat counts."""
        return self._views.get(seat, self._views[PUBLIC]).turn

    def seen(self, events: Sequence[Event], seat: str) -> list[Event] | None:
        """Return those of some recorded events that a seat may see, numbered as it counts.

        None if one of them is older than what is kept.
        """
        wanted = {event.event_id for event in events}
        if not wanted <= self._newest.keys():
            return None
        known = seat if seat in self._views else PUBLIC
        found = [seen for event_id, seen in self._newest.items() if event_id in wanted]
        return [seen[known] for seen in found if known in seen]
