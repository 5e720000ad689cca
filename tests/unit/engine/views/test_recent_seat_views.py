"""What seats have seen is known without the log, and is just what the log would tell."""

import pytest
from tests.unit.core.seats.test_visibility import SEATS, log

from echoes.core.seats.visibility import PUBLIC, seen_of
from echoes.engine.views.recent_seat_views import RecentSeatViews

MOVES = [("turn", ""), ("turn", "red"), ("words", "blue"), ("turn", "blue"), ("words", "")] * 20


@pytest.mark.parametrize("at_once", [0, 7, len(MOVES)])
def test_each_seat_sees_the_newest_events_as_the_log_tells_them(at_once: int):
    entries = log(MOVES)
    views = RecentSeatViews(SEATS)
    views.read(entries[:at_once])
    views.follow(entries[at_once:])
    newest = [one.event for one in entries[-9:]]
    for seat in (PUBLIC, *SEATS):
        seen = views.seen(newest, seat)
        assert seen == seen_of(newest, entries, seat)
        assert seen and views.turn(seat) == seen[-1].turn
    assert views.seen([entries[0].event], PUBLIC) is None, "it is too old to be kept"


def test_who_is_at_no_seat_sees_what_everybody_sees():
    entries = log(MOVES[:5])
    views = RecentSeatViews(SEATS)
    views.read(entries)
    assert views.seen([entries[2].event], "green") == []
    assert views.turn("green") == views.turn(PUBLIC) == 1
