"""Turns that were undone stay in the log and count nowhere."""

from hypothesis import given
from hypothesis import strategies as st

from echoes.core.events import parse_event
from echoes.core.history import active, last_turns, questions_ruled_yes
from echoes.core.log_entries import LogEntry


def _entry(kind: str, turn: int, **keys: object) -> LogEntry:
    envelope = {"event_id": "x", "session_id": "s", "turn": turn, "timestamp": "t"}
    return LogEntry(event=parse_event({"event": kind, **envelope, **keys}))


def _question(turn: int) -> LogEntry:
    return _entry("question_ruled", turn, text="?", ruling="NO", source="embedded", progress=0.0)


@given(st.lists(st.one_of(st.just("ask"), st.integers(1, 4)), max_size=30))
def test_undo_takes_back_exactly_the_last_turns(moves: list[str | int]):
    log: list[LogEntry] = []
    expected: list[int] = []
    turn = 0
    for move in moves:
        if move == "ask":
            turn += 1
            log.append(_question(turn))
            expected.append(turn)
        elif undone := last_turns(log, int(move)):
            log.append(_entry("turns_undone", turn, turns=undone, progress=0.0))
            expected = expected[: len(expected) - len(undone)]
    assert [entry.event.turn for entry in active(log) if entry.event.event == "question_ruled"] == expected
    assert [entry.event.turn for entry in log if entry.event.event == "question_ruled"] == list(
        range(1, turn + 1)
    )


def test_the_board_holds_each_question_once_whose_ruling_stands_as_yes():
    def asked(turn: int, text: str, ruling: str):
        return {"event": "question_ruled", "turn": turn, "text": text, "ruling": ruling}

    board = [asked(1, "A?", "YES"), asked(2, "B?", "NO"), asked(3, "C?", "YES"), asked(4, "A?", "YES")]
    assert questions_ruled_yes(board) == {"A?": [1, 4], "C?": [3]}
    withdrawn = {"event": "ruling_challenged", "turn": 3, "outcome": "withdrawn"}
    corrected = {"event": "ruling_corrected", "turn": 2, "new_ruling": "YES"}
    assert questions_ruled_yes([*board, withdrawn, corrected]) == {"A?": [1, 4], "B?": [2]}
