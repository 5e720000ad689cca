"""What a seat may not see shows in nothing that it sees."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import entry

from echoes.core.errors import BadInput
from echoes.core.log.entries import Cause, Entry
from echoes.core.log.queries import effective_entries
from echoes.core.seats.visibility import PUBLIC, log_turn, narrated_to, seen_by

SEATS = ("red", "blue")
MOVES = st.lists(st.tuples(st.sampled_from(["turn", "words"]), st.sampled_from(["", *SEATS])), max_size=30)


def log(moves: list[tuple[str, str]]) -> list[Entry]:
    """Turns and words, each for everybody or for one seat."""
    entries: list[Entry] = []
    turn = 0
    for number, (kind, seat) in enumerate(moves, 1):
        turn += kind == "turn"
        hint = {"event": "hint_given", "level": 1, "text": "x", "remaining": 0}
        said = hint if kind == "turn" else {"event": "command_result", "command": "x", "text": "x"}
        entries.append(entry(event_id=f"s-{number}", turn=turn, audience=[seat] if seat else [], **said))
    return entries


@given(MOVES)
def test_a_viewer_sees_just_what_one_sees_of_a_log_without_the_hidden(moves: list[tuple[str, str]]):
    for viewer in (PUBLIC, *SEATS):
        seen = seen_by(log(moves), viewer)
        alone = log([move for move in moves if move[1] in ("", viewer)])
        assert [one.event for one in seen] == [one.event for one in alone]


@given(MOVES)
def test_where_nothing_is_hidden_all_is_as_the_log_has_it(moves: list[tuple[str, str]]):
    entries = log([(kind, "") for kind, _ in moves])
    assert seen_by(entries, PUBLIC) == entries


def test_that_hidden_turns_were_taken_back_is_hidden_too():
    entries = log([("turn", ""), ("turn", "red")])
    undone = entry(event="turns_undone", event_id="s-3", turn=2, turns=[2], progress=0.0)
    assert [one.event.event for one in seen_by([*entries, undone], "blue")] == ["hint_given"]
    assert [one.event.event for one in seen_by([*entries, undone], "red")][-1] == "turns_undone"


def test_what_was_sent_with_a_hidden_event_is_hidden_with_it():
    hidden = log([("words", "red")])
    assert seen_by(hidden, "blue") == []


def half_hidden() -> list[Entry]:
    """A public turn, and one that only red may see but for its last words; both in one write each."""
    seen, hidden = log([("turn", ""), ("turn", "red")])
    words = log([("words", "")])[0].changed(turn=2, event_id="s-3")
    return [seen, replace(hidden, rest=1), words]


def test_the_public_part_of_a_hidden_turn_goes_with_it_when_it_is_undone():
    undone = entry(event="turns_undone", event_id="s-4", turn=2, turns=[2], progress=0.0)
    for viewer in (PUBLIC, "blue"):
        seen = seen_by([*half_hidden(), undone], viewer)
        assert [(one.event.event, one.event.turn) for one in seen] == [
            ("hint_given", 1),
            ("command_result", 2),
            ("turns_undone", 2),
        ]
        assert [one.event.event for one in effective_entries(seen)] == ["hint_given", "turns_undone"]


def test_the_public_follow_up_work_of_a_hidden_turn_goes_with_it_too():
    seen, hidden, words = half_hidden()
    settled = replace(words, cause=Cause(settles=2))
    undone = entry(event="turns_undone", event_id="s-4", turn=2, turns=[2], progress=0.0)
    shown = seen_by([seen, replace(hidden, rest=0), settled, undone], "blue")
    assert [one.event.turn for one in shown] == [1, 2, 2]
    assert [one.event.event for one in effective_entries(shown)] == ["hint_given", "turns_undone"]


def test_a_later_write_does_not_tell_of_a_hidden_turn():
    later = log([("words", "")])[0].changed(turn=2, event_id="s-3")
    seen, hidden, _ = half_hidden()
    assert seen_by([seen, replace(hidden, rest=0), later], "blue")[-1].event.turn == 1


def test_a_viewers_turn_has_its_number_in_the_log():
    entries = log([("turn", ""), ("turn", "red"), ("turn", "blue"), ("turn", "")])
    assert [log_turn(entries, PUBLIC, turn) for turn in (0, 1, 2)] == [0, 1, 4]
    assert [log_turn(entries, "blue", turn) for turn in (0, 1, 2, 3)] == [0, 1, 3, 4]
    for turn in (-1, 3):
        with pytest.raises(BadInput, match=f"no turn {turn}"):
            log_turn(entries, PUBLIC, turn)


@pytest.mark.parametrize(
    ("audiences", "told", "heard_by"),
    [
        ([["red"], []], [1], ()),  # where anything is public, only that
        ([["red", "blue"], ["red"]], [0, 1], ("red",)),
        ([["red"], ["blue"]], [], ()),  # nobody sees all of it
        ([], [], ()),
    ],
)
def test_a_turn_is_narrated_to_those_who_see_all_that_is_narrated(
    audiences: list[list[str]], told: list[int], heard_by: tuple[str, ...]
):
    said = {"event": "command_result", "command": "x", "text": "x"}
    events = [entry(event_id=f"s-{n}", audience=seats, **said).event for n, seats in enumerate(audiences)]
    assert narrated_to(events) == ([events[n] for n in told], heard_by)
