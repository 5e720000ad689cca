"""Seats of a table as a visitor sees them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from echoes.core.seats.seating import Seating


@dataclass(frozen=True)
class SeatRow:
    """A seat as one visitor sees it.

    Attributes:
        label: the seat in words.
        holder: their name; empty where the seat is free.
        is_own: whether the visitor holds it; `is_active`: and looks from it now.
        may_take: whether the visitor may sit down there.
        may_free: whether the visitor, who is the host, may take it from its holder.
    """

    seat: str
    label: str
    holder: str
    is_own: bool
    is_active: bool
    may_take: bool
    may_free: bool


def seat_rows(
    seats: Mapping[str, str],
    seating: Seating,
    person: str,
    active: str,
    host: str,
    name_of: Callable[[str], str] = str,
) -> list[SeatRow]:
    """Return the seats of a table as one visitor sees them.

    Args:
        seats: at the table, each with its label.
        seating: who holds which.
        person: the visitor's mark.
        active: the seat that they look from.
        host: the mark of the host.
        name_of: returns the name by which somebody goes now, by one that they went by.
    """
    rows: list[SeatRow] = []
    for seat, label in seats.items():
        holder = seating.holders.get(seat)
        is_own = holder is not None and holder.person == person
        may_take = holder is None and seating.may_have_another(person, seat, host)
        may_free = holder is not None and person == host and not is_own
        name = name_of(holder.name) if holder else ""
        rows.append(SeatRow(seat, label, name, is_own, seat == active, may_take, may_free))
    return rows
