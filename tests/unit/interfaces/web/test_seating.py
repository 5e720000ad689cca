"""Seats at a table: a cookie opens the seat by which its holder sits, and no other."""

from dataclasses import replace

from tests.support import entry

from echoes.core.entries import Entry
from echoes.core.seats import PUBLIC
from echoes.interfaces.web.seating import Seating
from echoes.interfaces.web.visitors import Visitor

ANN = Visitor("web-ann", "Ann", "en", seats={"s": {"red": "s-2"}})
BO = Visitor("web-bo", "Bo", "en")


def taken(number: int, seat: str, by: str) -> Entry:
    return entry(event="seat_taken", event_id=f"s-{number}", seat=seat, by=by)


def left(number: int, seat: str, by: str) -> Entry:
    return entry(event="seat_left", event_id=f"s-{number}", seat=seat, by=by)


def table(*entries: Entry) -> Seating:
    seating = Seating("s", ["red", "blue"])
    seating.follow(entries)
    return seating


def test_a_seat_is_for_whoever_took_it():
    seating = table(taken(2, "red", "Ann"))
    assert (seating.active(ANN), seating.active(BO)) == ("red", PUBLIC)
    assert not seating.is_held_by_others(ANN) and seating.is_held_by_others(BO)


def test_an_old_cookie_opens_no_seat_that_was_left_even_under_the_same_name():
    seating = table(taken(2, "red", "Ann"), left(3, "red", "Ann"))
    assert seating.active(ANN) == PUBLIC
    assert seating.follow([taken(4, "red", "Ann")]) == {"red"}
    assert seating.active(ANN) == PUBLIC, "whoever sits there now, it is not she by this cookie"


def test_a_cookie_of_another_session_opens_nothing():
    assert table(taken(2, "red", "Ann")).own(replace(ANN, seats={"t": {"red": "s-2"}})) == []


def test_the_seat_that_was_chosen_last_is_the_one_that_is_played_from():
    both = replace(ANN, seats={"s": {"blue": "s-3", "red": "s-2"}})
    seating = table(taken(2, "red", "Ann"), taken(3, "blue", "Ann"))
    assert (seating.own(both), seating.active(both)) == (["blue", "red"], "red")
    rows = {row.seat: (row.is_own, row.is_active) for row in seating.rows(both, is_alone=True)}
    assert rows == {"red": (True, True), "blue": (True, False)}


def test_a_second_seat_is_offered_only_to_whoever_is_alone():
    seating = table(taken(2, "red", "Ann"))

    def offered(visitor: Visitor, is_alone: bool) -> list[str]:
        return [row.seat for row in seating.rows(visitor, is_alone) if row.may_take]

    assert offered(ANN, is_alone=False) == []
    assert offered(ANN, is_alone=True) == ["blue"]
    assert offered(BO, is_alone=False) == ["blue"]


def test_a_log_that_was_read_anew_forgets_the_holders_of_before():
    seating = table(taken(2, "red", "Ann"))
    assert seating.follow([taken(2, "blue", "Bo")], anew=True) == {"red", "blue"}
    assert [*seating.holders] == ["blue"]
