"""Seats of a table: taking and leaving them, and the events that each is shown."""

from collections.abc import Mapping, Sequence

from echoes.core.entries import Entry
from echoes.core.errors import BadInput
from echoes.core.events import Event, SeatChange, SeatLeft
from echoes.core.seats import PUBLIC, SeatView


def must_have(seats: Sequence[str], seat: str) -> None:
    """Refuse a seat that a table does not have.

    Args:
        seats: of the table; none where all share one.
        seat: that somebody speaks from, or wants.
    Raises:
        BadInput: there is no such seat.
    """
    if seat not in (seats or (PUBLIC,)):
        known = f"Name one with --seat: {', '.join(seats)}." if seats else "This game has no seats."
        raise BadInput(f"there is no seat '{seat}' at this table", known)


def must_hold(held: Mapping[str, str], seat: str, by: str) -> None:
    """Refuse a message from a seat that somebody else holds.

    Args:
        held: who holds which.
        seat: from which the message comes.
        by: who sent it; empty for whoever runs the table.
    Raises:
        BadInput: somebody else holds it.
    """
    if by and held.get(seat, by) != by:
        raise BadInput(f"the seat '{seat}' is held by {held[seat]}", "Take a free one to play.")


def changes_seat(seats: Sequence[str], held: Mapping[str, str], change: SeatChange) -> bool:
    """Tell whether taking or leaving a seat changes anything.

    Args:
        seats: of the table.
        held: who holds which.
        change: what is wanted.
    Raises:
        BadInput: there is no such seat, somebody else holds it, or nobody does who leaves it.
    """
    must_have(seats, change.seat)
    holder = held.get(change.seat)
    if isinstance(change, SeatLeft):
        if holder != change.by:
            raise BadInput(f"{change.by} does not hold the seat '{change.seat}'", "Nothing was changed.")
        return True
    if holder not in (None, change.by):
        raise BadInput(f"the seat '{change.seat}' is taken by {holder}", "Take another one.")
    return holder is None


def seen_of(events: Sequence[Event], entries: Sequence[Entry], seat: str) -> list[Event]:
    """Return the events that a seat may see of some, numbered as it counts.

    Args:
        events: as they were recorded; one that was not is for whoever sent the message.
        entries: the whole log.
        seat: whose view.
    """
    wanted, view = {event.event_id for event in events}, SeatView(seat)
    shown = [(entry.event.event_id, view.see(entry)) for entry in entries]
    found = [seen.event for event_id, seen in shown if seen is not None and event_id in wanted]
    recorded = {entry.event.event_id for entry in entries}
    unrecorded = [event for event in events if event.event_id not in recorded]
    return [*found, *(event.model_copy(update={"turn": view.turn}) for event in unrecorded)]
