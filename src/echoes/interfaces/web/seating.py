"""Seats at a table: their holders, and the ones that are a visitor's own.

A visitor's cookie, which is signed, names the `seat_taken` event by which they sit. It opens the seat only
while that event is the latest of the seat: neither a request nor an old cookie opens the seat of another,
whatever name its holder goes by.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from echoes.core.entries import Entry
from echoes.core.events import SeatLeft, SeatTaken
from echoes.core.seats import PUBLIC
from echoes.interfaces.web.visitors import Visitor


@dataclass(frozen=True)
class Holder:
    """The holder of a seat.

    Attributes:
        name: that others see.
        event_id: of the `seat_taken` in the log.
    """

    name: str
    event_id: str


@dataclass(frozen=True)
class SeatRow:
    """A seat as one visitor sees it.

    Attributes:
        holder: their name; empty where the seat is free.
        is_own: whether the visitor holds it; `is_active`: and plays from it now.
        may_take: whether the visitor may sit down there.
    """

    seat: str
    holder: str
    is_own: bool
    is_active: bool
    may_take: bool


class Seating:
    """The seats of one session.

    Args:
        session_id: of the session.
        seats: at its table; none where all share one.
    """

    def __init__(self, session_id: str, seats: Sequence[str]) -> None:
        self._session_id, self.seats = session_id, seats
        self.holders: dict[str, Holder] = {}

    def follow(self, entries: Iterable[Entry], anew: bool = False) -> set[str]:
        """Take note of entries of the log, as they were appended.

        Args:
            entries: that were not known.
            anew: whether these are all there are.
        Returns:
            The seats that have another holder now, or none.
        """
        before, self.holders = self.holders, {} if anew else dict(self.holders)
        for event in (entry.event for entry in entries):
            if isinstance(event, SeatTaken):
                self.holders[event.seat] = Holder(event.by, event.event_id)
            elif isinstance(event, SeatLeft):
                self.holders.pop(event.seat, None)
        return {seat for seat in {*before, *self.holders} if before.get(seat) != self.holders.get(seat)}

    def own(self, visitor: Visitor) -> list[str]:
        """Return the seats that a visitor holds, the one they play from last."""
        claims = visitor.seats.get(self._session_id, {})
        held = {seat: holder.event_id for seat, holder in self.holders.items()}
        return [seat for seat, event_id in claims.items() if held.get(seat) == event_id]

    def active(self, visitor: Visitor) -> str:
        """Return the seat that a visitor plays and looks from; `PUBLIC` where they hold none."""
        return next(reversed(self.own(visitor)), PUBLIC)

    def is_held_by_others(self, visitor: Visitor) -> bool:
        """Return whether anybody else holds a seat."""
        return bool({*self.holders} - {*self.own(visitor)})

    def rows(self, visitor: Visitor, is_alone: bool) -> list[SeatRow]:
        """Return the seats as a visitor sees them.

        Args:
            visitor: who looks.
            is_alone: whether nobody else is there to take a seat.
        """
        own, active = self.own(visitor), self.active(visitor)
        may_take = is_alone or not own
        return [
            SeatRow(seat, holder.name, seat in own, seat == active, False)
            if (holder := self.holders.get(seat))
            else SeatRow(seat, "", False, False, may_take)
            for seat in self.seats
        ]
