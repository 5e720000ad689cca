"""Feeds: the page of each seat holds what that seat may see, in its own numbers."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from tests.support import entry

from echoes.core.log.entries import Entry
from echoes.core.seats.projection import SeatProjection
from echoes.core.seats.visibility import PUBLIC
from echoes.engine.turns.narration import NarrationPiece
from echoes.interfaces.web.live.feed import SeatFeed


class View:
    """A view that shows the number of each turn, and the kind of its event."""

    def read(self, seen: Sequence[Entry]) -> None: ...

    def follow(self, seen: Sequence[Entry]) -> None: ...

    def turn(self, one: Entry) -> str:
        return "" if one.event.event == "turns_undone" else f"[{one.event.turn} {one.event.event}]"

    def board(self) -> str:
        return ""

    modes = commands = from_board = brief = board

    def meter(self, played: int, ended: bool) -> str:
        return f"{played} s"


def log() -> list[Entry]:
    """A public turn, and one that red made in secret but for its last words, in one write."""
    hint = {"event": "hint_given", "level": 1, "text": "x", "remaining": 0}
    entries = [
        entry(event_id="s-1", turn=1, timestamp="2026-01-01T00:00:00+00:00", **hint),
        entry(event_id="s-2", turn=2, timestamp="2026-01-01T00:00:30+00:00", audience=["red"], **hint),
        entry(
            event_id="s-3",
            turn=2,
            timestamp="2026-01-01T00:00:30+00:00",
            event="command_result",
            command="x",
            text="y",
        ),
    ]
    return [entries[0], replace(entries[1], rest=1), entries[2]]


def feed(seat: str, entries: Sequence[Entry] = ()) -> SeatFeed:
    made = SeatFeed(cast("Any", View()), SeatProjection(seat))
    made.read(entries)
    return made


def shown(update: dict[str, Any]) -> str:
    return "".join(html for place, html in [*update["set"], *update.get("append", [])] if place == "log")


def test_a_seat_is_told_what_it_may_see_and_others_only_the_public_part():
    red, blue = feed("red", log()[:1]), feed("blue", log()[:1])
    updates = [one.follow(log()[1:]) for one in (red, blue)]
    assert all(updates)
    assert [shown(update or {}) for update in updates] == [
        "[2 hint_given][2 command_result]",
        "[2 command_result]",
    ]
    assert (red.entries, blue.entries) == (3, 2)


def test_what_a_seat_may_not_see_is_no_news_for_it():
    hidden = [replace(log()[1], rest=0)]
    public = feed(PUBLIC, log()[:1])
    assert public.follow(hidden) is None
    assert public.entries == 1


def test_an_undone_hidden_turn_leaves_nothing_on_the_pages_of_others():
    undone = entry(
        event="turns_undone",
        event_id="s-4",
        turn=2,
        turns=[2],
        progress=0.0,
        timestamp="2026-01-01T00:01:00+00:00",
    )
    entries = [*log(), undone]
    for seat in ("red", "blue", PUBLIC):
        assert shown(feed(seat, log()).whole(log())) != "[1 hint_given]"
        assert shown(feed(seat, entries).whole(entries)) == "[1 hint_given]"


def test_a_feed_that_reads_anew_says_whether_its_seat_sees_more():
    public = feed(PUBLIC, log()[:1])
    assert not public.read([log()[0], replace(log()[1], rest=0)])
    assert public.read(log())


def test_each_voice_is_heard_by_its_audience_in_the_turns_of_the_viewer():
    later = entry(
        event="hint_given", event_id="s-4", turn=3, timestamp="2026-01-01T00:01:00+00:00",
        level=1, text="x", remaining=0,
    )  # fmt: skip
    entries = [log()[0], replace(log()[1], rest=0), later]
    red, blue = feed("red", entries), feed("blue", entries)
    for_all, whispered = NarrationPiece("Snow.", 3, "Mara"), NarrationPiece("Psst.", 2, "", ("red",))
    assert red.hear(for_all) == {"piece": "Snow.", "turn": 3, "speaker": "Mara"}
    assert blue.hear(for_all) == {"piece": "Snow.", "turn": 2, "speaker": "Mara"}
    assert red.hear(whispered) == {"piece": "Psst.", "turn": 2, "speaker": ""}
    assert blue.hear(whispered) is None


def test_a_turn_that_is_heard_before_it_is_recorded_has_the_number_that_it_will_get():
    """Else the pieces of its voices would stand beside the whole for good."""
    for seat, number in (("red", 3), ("blue", 2)):  # turn 2 is hidden from blue
        early = feed(seat, [log()[0], replace(log()[1], rest=0)])
        assert early.hear(NarrationPiece("Snow.", 3, "Mara")) == {
            "piece": "Snow.",
            "turn": number,
            "speaker": "Mara",
        }
        assert early.hear(NarrationPiece("", 3, "Mara")) == {"spoken": [[number, "Mara"]]}
        told = {"event": "narrated", "turn": 3, "source": "m", "timestamp": "2026-01-01T00:01:00+00:00"}
        turn = entry(event="hint_given", event_id="s-4", turn=3, timestamp="2026-01-01T00:01:00+00:00",
                     level=1, text="x", remaining=0)  # fmt: skip
        follow = early.follow([turn, entry(event_id="s-5", text="Snow.", speaker="Mara", **told)])
        assert follow and follow["spoken"] == [[number, "Mara"]]


def test_the_pieces_of_a_voice_make_room_for_its_whole_narration_and_for_none():
    told = {"event": "narrated", "turn": 1, "source": "m", "timestamp": "2026-01-01T00:01:00+00:00"}
    for said in ("Snow.", ""):  # nothing of it counts where the turn was taken back
        follow = feed(PUBLIC, log()[:1]).follow([entry(event_id="s-2", text=said, speaker="Mara", **told)])
        assert follow and follow["spoken"] == [[1, "Mara"]]
    assert feed(PUBLIC, log()[:1]).hear(NarrationPiece("", 1, "Mara")) == {"spoken": [[1, "Mara"]]}


def test_time_is_counted_by_what_a_seat_sees():
    hidden = [log()[0], replace(log()[1], rest=0)]
    meters = [dict(feed(seat, hidden).whole(hidden)["set"])["meter"] for seat in ("red", "blue")]
    assert meters == ["30 s", "0 s"]


def test_a_notice_comes_with_the_next_turn_and_goes_when_all_is_well_again():
    said = iter(["", "The index is <away>.", ""])
    made = SeatFeed(cast("Any", View()), SeatProjection(PUBLIC), lambda: next(said))
    made.whole(log()[:1])
    shown_notices: list[str] = []
    for _ in range(2):
        update = made.follow(log()[2:])
        assert update
        shown_notices += [html for place, html in update["set"] if place == "notice"]
    assert shown_notices == ["The index is &lt;away&gt;.", ""]


def test_a_seat_that_is_taken_and_left_again_and_again_is_one_line():
    """The page is told which of its lines to leave out, and a page that is opened has as many."""
    changes = [
        entry(event_id=f"s-{n}", event=("seat_taken", "seat_left")[n % 2], seat="red", by="Eve")
        for n in range(1, 9)
    ]
    page = feed(PUBLIC)
    told = [page.follow([change]) or {} for change in changes]
    assert [update.get("folded", []) for update in told] == [[], *([f"s-{n}"] for n in range(1, 8))]
    assert shown(page.whole(changes)) == "[0 seat_taken]"
    at_once = feed(PUBLIC).follow([*changes, log()[-1]]) or {}
    assert at_once["folded"] == [f"s-{n}" for n in range(1, 8)]
