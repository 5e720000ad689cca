"""What a seat may not see shows in nothing that it sees."""

from hypothesis import given
from hypothesis import strategies as st
from tests.support import entry

from echoes.core.entries import Entry
from echoes.core.seats import PUBLIC, seen_by

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
