"""The events of seats: somebody sits down or gets up."""

from typing import Literal

from echoes.core.log.events import Event


class SeatTaken(Event, frozen=True):
    """Somebody sat down.

    Attributes:
        seat: the seat.
        by, person: the holder's name, as others see it, and mark, by which an interface recognizes them.
        holder: whether a person or an AI player holds it.
    """

    keeps_options = True
    stays = True
    is_copied = False
    event: Literal["seat_taken"] = "seat_taken"
    seat: str
    by: str
    holder: Literal["person", "ai"] = "person"
    person: str = ""


class SeatLeft(Event, frozen=True):
    """Somebody got up, or the owner freed the seat; `by` and `person` are who did it, as in `SeatTaken`."""

    keeps_options = True
    stays = True
    is_copied = False
    event: Literal["seat_left"] = "seat_left"
    seat: str
    by: str
    person: str = ""


SeatChange = SeatTaken | SeatLeft
"""Somebody sits down or gets up."""
