"""Seats of a table: whoever took one holds it, and nobody goes from seat to seat to read secrets."""

import pytest
from tests.support import entry

from echoes.core.log.entries import Entry
from echoes.core.seats.events import SeatLeft, SeatTaken
from echoes.core.seats.seating import (
    Seating,
    SeatRefused,
    changes_seat,
    fold_seat_changes,
    must_hold,
    person_mark,
)

ANN, BO = person_mark("web-ann", "s"), person_mark("web-bo", "s")
SEATS = ["red", "blue", "green"]


def taken(seat: str, by: str, person: str = "") -> Entry:
    return entry(event="seat_taken", seat=seat, by=by, person=person)


def left(seat: str, by: str, person: str = "") -> Entry:
    return entry(event="seat_left", seat=seat, by=by, person=person)


def sits_down(seating: Seating, seat: str, by: str, person: str = "", owner: str = ANN) -> bool | str:
    """Whether it changes anything, or why it is refused."""
    try:
        return changes_seat(SEATS, seating, SeatTaken(seat=seat, by=by, person=person), owner)
    except SeatRefused as refused:
        return refused.reason


def gets_up(seating: Seating, seat: str, by: str, person: str = "", owner: str = ANN) -> bool | str:
    try:
        return changes_seat(SEATS, seating, SeatLeft(seat=seat, by=by, person=person), owner)
    except SeatRefused as refused:
        return refused.reason


def test_a_mark_is_one_persons_in_one_session():
    assert len({ANN, BO, person_mark("web-ann", "t")}) == 3
    assert person_mark("web-ann", "s") == ANN and "ann" not in ANN


def test_a_seat_is_for_whoever_took_it_and_a_name_is_no_key():
    seating = Seating().after([taken("red", "Ann", ANN)])
    assert (seating.own(ANN), seating.own(BO), seating.own("")) == (["red"], [], [])
    assert sits_down(seating, "red", "Ann", ANN) is False, "she sits there already"
    assert sits_down(seating, "red", "Ann", BO) == "taken"
    assert gets_up(seating, "red", "Ann", BO) == "not_yours"
    assert sits_down(seating, "blue", "Ann", BO) == "name_in_use"
    assert sits_down(seating, "blue", "Bo", BO) is True
    assert sits_down(seating, "gold", "Bo", BO) == "no_seat"


def test_where_only_names_are_known_a_name_decides():
    seating = Seating().after([taken("red", "Ann")])
    assert sits_down(seating, "red", "Ann") is False
    assert sits_down(seating, "red", "Bo") == "taken"
    assert gets_up(seating, "red", "Bo") == "not_yours"
    assert gets_up(seating, "red", "Ann") is True


def test_whoever_has_or_had_a_seat_gets_no_other():
    seating = Seating().after([taken("blue", "Bo", BO)])
    assert sits_down(seating, "green", "Bo", BO) == "one_seat_each"
    seating = seating.after([left("blue", "Bo", BO)])
    assert sits_down(seating, "green", "Bo", BO) == "one_seat_each", "getting up first helps nothing"
    assert sits_down(seating, "blue", "Bo", BO) is True, "but they come back to their own"


def test_the_owner_alone_at_the_table_plays_every_seat():
    seating = Seating().after([taken("red", "Ann", ANN), taken("blue", "Ann", ANN)])
    assert sits_down(seating, "green", "Ann", ANN) is True
    assert seating.after([taken("red", "Ann", ANN)]).own(ANN) == ["blue", "red"], "the latest is last"


@pytest.mark.parametrize("mark", [BO, ""], ids=["a browser", "a terminal"])
def test_the_owner_reads_no_seat_that_somebody_else_has_held(mark: str):
    seating = Seating().after([taken("red", "Ann", ANN), taken("blue", "Bo", mark)])
    assert seating.was_shared(ANN)
    freed = seating.after([left("blue", "Ann", ANN)])
    assert sits_down(freed, "blue", "Ann", ANN) == "one_seat_each", "freeing it first helps nothing"
    assert sits_down(freed.after([left("red", "Ann", ANN)]), "blue", "Ann", ANN) == "one_seat_each"


def test_the_owner_frees_a_seat_whose_holder_is_gone():
    seating = Seating().after([taken("red", "Ann", ANN), taken("blue", "Bo", BO)])
    assert gets_up(seating, "blue", "Ann", ANN) is True
    assert gets_up(seating, "red", "Bo", BO) == "not_yours"
    assert gets_up(seating, "green", "Ann", ANN) == "not_yours", "nobody holds it"


def test_a_message_from_a_seat_comes_from_its_holder():
    seating = Seating().after([taken("red", "Ann", ANN)])
    must_hold(seating, "red", "Ann")
    must_hold(seating, "blue", "Bo")
    must_hold(seating, "red", "")
    with pytest.raises(SeatRefused, match="held by Ann"):
        must_hold(seating, "red", "Bo")


def test_of_changes_of_a_seat_in_a_row_the_last_is_told():
    """Whoever sits down and gets up a hundred times leaves one line; what happened between stays between."""
    again = [change for _ in range(100) for change in (taken("red", "Ann", ANN), left("red", "Ann", ANN))]
    bo, said = taken("blue", "Bo", BO), entry(event="command_result", command="x", text="y")
    assert fold_seat_changes([*again, bo, *again]) == [bo, again[-1]]
    assert fold_seat_changes([again[0], said, *again[1:]]) == [again[0], said, again[-1]]
