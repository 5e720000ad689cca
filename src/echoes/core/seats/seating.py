"""Seats of a table: who holds which, who has held one, and who may take or leave it."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from echoes.core.errors import BadInput
from echoes.core.log.entries import Entry
from echoes.core.seats.events import SeatChange, SeatLeft, SeatTaken
from echoes.core.seats.visibility import PUBLIC
from echoes.core.text.look_alikes import name_skeleton

SeatRefusal = Literal["no_seat", "taken", "name_in_use", "one_seat_each", "not_yours"]
"""Why a seat can't be taken or left."""
RUNNER = "\0runner"
"""The sender of a message for a seat that nobody holds: no person's name, and never recorded as one."""


class SeatRefused(BadInput):
    """A seat that can't be taken or left.

    Attributes:
        reason: for interfaces that say it in their own words.
    """

    def __init__(self, reason: SeatRefusal, message: str, remedy: str) -> None:
        super().__init__(message, remedy)
        self.reason: SeatRefusal = reason


@dataclass(frozen=True)
class Holder:
    """The holder of a seat.

    Attributes:
        name: that others see.
        person: their mark, as `person_mark` makes it; empty where the interface knows a name only.
    """

    name: str
    person: str = ""

    @property
    def key(self) -> str:
        """The mark, else the name, by which they are told apart."""
        return self.person or f"name {self.name}"


@dataclass(frozen=True)
class Seating:
    """The seats of one session, as its log tells.

    Attributes:
        holders: by seat; the one who sat down last is last.
        past: the seats that each person has held, now or before, by `Holder.key`.
    """

    holders: Mapping[str, Holder] = field(default_factory=dict[str, Holder])
    past: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])

    def after(self, entries: Iterable[Entry]) -> "Seating":
        """Return the seating after further entries of the log."""
        holders, past = dict(self.holders), dict(self.past)
        for event in (entry.event for entry in entries):
            if isinstance(event, SeatTaken):
                holders.pop(event.seat, None)
                holders[event.seat] = Holder(event.by, event.person)
                key = holders[event.seat].key
                past[key] = past.get(key, frozenset[str]()) | {event.seat}
            elif isinstance(event, SeatLeft):
                holders.pop(event.seat, None)
        return Seating(holders, past)

    def own(self, person: str) -> list[str]:
        """Return the seats that a person holds, the latest last; none for an empty mark."""
        return [seat for seat, holder in self.holders.items() if person and holder.person == person]

    def is_shared(self, person: str) -> bool:
        """Return whether anybody but one person holds a seat."""
        return any(holder.person != person for holder in self.holders.values())

    def was_shared(self, person: str) -> bool:
        """Return whether anybody but one person has ever held a seat."""
        return bool(self.past.keys() - {person})

    def may_have_another(self, person: str, seat: str, owner: str) -> bool:
        """Return whether a person may take a seat as far as the others that they hold or held are concerned.

        A seat shows its secrets to whoever sits there. So each person plays one, and comes back to that one.
        Only the owner of the session may take more, and only those that nobody else has ever held.

        Args:
            person: the mark of who wants it; without one nobody can be told apart, and all is allowed.
            seat: that is wanted.
            owner: the mark of the session's owner.
        """
        if not person or not self.past.get(person, frozenset[str]()) - {seat}:
            return True
        return person == owner and not any(seat in held for one, held in self.past.items() if one != person)


def fold_seat_changes(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries, of each person's changes of one seat in a row only the last."""
    kept: list[Entry] = []
    row: dict[tuple[str, str], Entry] = {}
    for entry in entries:
        event = entry.event
        if isinstance(event, SeatTaken | SeatLeft):
            key = (Holder(event.by, event.person).key, event.seat)
            row.pop(key, None)
            row[key] = entry
        else:
            kept += [*row.values(), entry]
            row.clear()
    return [*kept, *row.values()]


def person_mark(player_id: str, session_id: str) -> str:
    """Return the mark by which a session knows a person.

    It is the beginning of a SHA-256 digest: it hides a player id that can't be guessed, as those of browsers
    are.
    """
    return hashlib.sha256(f"{session_id}\n{player_id}".encode()).hexdigest()[:16]


def must_have(seats: Sequence[str], seat: str) -> None:
    """Refuse a seat that a table does not have.

    Args:
        seats: of the table; none where all share one.
        seat: that somebody speaks from, or wants.
    Raises:
        SeatRefused: there is no such seat.
    """
    if seat not in (seats or (PUBLIC,)):
        known = f"Name one with --seat: {', '.join(seats)}." if seats else "This game has no seats."
        raise SeatRefused("no_seat", f"there is no seat '{seat}' at this table", known)


def must_hold(seating: Seating, seat: str, by: str) -> None:
    """Refuse a message from a seat that somebody else holds.

    Args:
        seating: who holds which.
        seat: from which the message comes.
        by: who sent it, by name; `RUNNER` for a seat that nobody holds; empty for whoever runs the table.
    Raises:
        SeatRefused: somebody else holds it.
    """
    holder = seating.holders.get(seat)
    if by and holder and holder.name != by:
        raise SeatRefused("taken", f"the seat '{seat}' is held by {holder.name}", "Take a free one to play.")


def changes_seat(seats: Sequence[str], seating: Seating, change: SeatChange, owner: str) -> bool:
    """Return whether taking or leaving a seat changes anything.

    Args:
        seats: of the table.
        seating: who holds which.
        change: what is wanted.
        owner: the mark of the session's owner, who may free any seat.
    Raises:
        SeatRefused: it is not allowed.
    """
    must_have(seats, change.seat)
    holder, who = seating.holders.get(change.seat), Holder(change.by, change.person)
    if isinstance(change, SeatLeft):
        if not holder or not (holder.key == who.key or who.person == owner):
            raise SeatRefused(
                "not_yours", f"{change.by} does not hold the seat '{change.seat}'", "Nothing was changed."
            )
        return True
    if holder:
        if not holder.key == who.key:
            raise SeatRefused("taken", f"the seat '{change.seat}' is taken by {holder.name}", "Take another.")
        return False
    others = (one.name for one in seating.holders.values() if one.key != who.key)
    if name_skeleton(who.name) in map(name_skeleton, others):
        raise SeatRefused("name_in_use", f"somebody called {who.name} sits here", "Go by another name.")
    if not seating.may_have_another(who.person, change.seat, owner):
        raise SeatRefused(
            "one_seat_each", f"{who.name} has a seat of their own here", "Each seat has secrets of its own."
        )
    return True
