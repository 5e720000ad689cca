"""The rows of a table's seats, as each visitor sees them."""

from tests.support import entry

from echoes.core.seats.seating import Seating
from echoes.interfaces.web.seat_rows import SeatRow, seat_rows

SEATING = Seating().after(
    [
        entry(event="seat_taken", seat="red", by="Ann", person="ann"),
        entry(event="seat_taken", seat="blue", by="Bo", person="bo"),
    ]
)
LABELS = {"red": "Rosa", "blue": "Bluebell", "green": "Gretel"}


def offered(person: str, active: str = "") -> dict[str, SeatRow]:
    return {row.seat: row for row in seat_rows(LABELS, SEATING, person, active, "ann")}


def test_each_sees_who_sits_where_and_which_seat_is_theirs():
    rows = offered("bo", "blue")
    assert [row.label for row in rows.values()] == ["Rosa", "Bluebell", "Gretel"]
    assert [row.holder for row in rows.values()] == ["Ann", "Bo", ""]
    assert [row.is_own for row in rows.values()] == [False, True, False]
    assert [row.is_active for row in rows.values()] == [False, True, False]


def test_a_free_seat_is_offered_to_whoever_may_have_it():
    assert not offered("bo")["green"].may_take
    assert offered("eve")["green"].may_take
    assert offered("ann")["green"].may_take, "it is her table, and the seat has been nobody's"


def test_only_the_owner_is_offered_to_free_a_seat():
    assert [row.may_free for row in offered("ann").values()] == [False, True, False]
    assert not any(row.may_free for row in offered("bo").values())
