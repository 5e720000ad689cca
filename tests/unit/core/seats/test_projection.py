"""The projection of a seat: no more than the seat sees, however the log comes in."""

from typing import Any

import pytest
from tests.support import entry

from echoes.core.log.entries import Entry
from echoes.core.log.queries import last_turns
from echoes.core.seats.projection import SeatProjection
from echoes.core.seats.visibility import PUBLIC, seen_by


def ruled(number: int, turn: int, progress: float, second: int, *audience: str) -> Entry:
    said: dict[str, Any] = {"text": "a?", "ruling": "YES", "source": "x", "progress": progress}
    time = f"2026-01-01T00:{second // 60:02}:{second % 60:02}+00:00"
    named = {"event_id": f"s-{number}", "turn": turn, "timestamp": time, "audience": audience}
    return entry(event="question_ruled", **named, **said)


def log() -> list[Entry]:
    """Three turns, the second for red alone; the third is taken back."""
    undone = {"event": "turns_undone", "turn": 3, "turns": [3], "progress": 0.25}
    time = "2026-01-01T00:16:00+00:00"
    return [
        ruled(1, 1, 0.25, 0),
        ruled(2, 2, 0.5, 30, "red"),
        ruled(3, 3, 0.75, 60),
        entry(event_id="s-4", timestamp=time, **undone),
    ]


@pytest.mark.parametrize("seat", [PUBLIC, "red", "blue"])
@pytest.mark.parametrize("pieces", [1, 4])
def test_it_counts_what_the_seat_sees(seat: str, pieces: int):
    known, entries = SeatProjection(seat), log()
    seen = known.read(entries[: 4 // pieces])
    for one in entries[4 // pieces :]:
        seen += known.follow([one])
    assert seen == seen_by(entries, seat)
    assert known.entries == len(seen)
    assert known.turns == sorted(last_turns(seen, len(seen)))
    assert (known.progress, known.updated) == (0.25, entries[-1].event.timestamp)


def test_a_hidden_turn_shows_in_no_number():
    hidden = log()[:2]
    blue, red = SeatProjection("blue"), SeatProjection("red")
    for known in (blue, red):
        known.read(hidden)
    assert (blue.entries, blue.turns, blue.progress, blue.played_s) == (1, [1], 0.25, 0)
    assert (red.entries, red.turns, red.progress, red.played_s) == (2, [1, 2], 0.5, 30)
    assert blue.updated < red.updated


def test_a_long_silence_is_no_time_of_play_and_the_end_stays():
    known = SeatProjection(PUBLIC)
    known.read(log())
    assert known.played_s == 60 + 300, "of fifteen minutes without a word, five count"
    counts = {"score": 0, "questions": 1, "hints": 0}
    end = entry(event="session_ended", event_id="s-5", turn=3, status="ABORTED", **counts)
    known.follow([end.changed(timestamp=known.updated)])
    known.follow(log()[:1])
    assert known.ended and known.ended.event_id == "s-4", "numbered as the seat counts"
    known.read(log())
    assert known.ended is None
