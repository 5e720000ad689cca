"""Turns that were undone stay in the log and count nowhere."""

from hypothesis import given
from hypothesis import strategies as st
from tests.support import entry

from echoes.core.log.entries import Entry
from echoes.core.log.queries import effective_entries, last_turns


def _question(turn: int, text: str = "?", ruling: str = "NO") -> Entry:
    return entry(event="question_ruled", turn=turn, text=text, ruling=ruling, source="embedded")


@given(st.lists(st.one_of(st.just("ask"), st.integers(1, 4)), max_size=30))
def test_undo_takes_back_exactly_the_last_turns(moves: list[str | int]):
    log: list[Entry] = []
    expected: list[int] = []
    turn = 0
    for move in moves:
        if move == "ask":
            turn += 1
            log.append(_question(turn))
            expected.append(turn)
        elif undone := last_turns(log, int(move)):
            log.append(entry(event="turns_undone", turn=turn, turns=undone, progress=0.0))
            expected = expected[: len(expected) - len(undone)]
    assert [
        one.event.turn for one in effective_entries(log) if one.event.event == "question_ruled"
    ] == expected
    assert [one.event.turn for one in log if one.event.event == "question_ruled"] == list(range(1, turn + 1))
