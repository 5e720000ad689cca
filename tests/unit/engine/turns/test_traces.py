"""The times of a turn's steps are read from the log only by who looks at them."""

import pytest

from echoes.core.errors import BadInput, StorageFailed
from echoes.core.log.entries import Cause, Entry
from echoes.core.log.events import Narrated
from echoes.engine.turns.traces import traces_of


def entry(spans: list[object]) -> Entry:
    return Entry(
        Narrated(session_id="s-1", turn=3, text="Rain.", source="m"),
        cause=Cause(message="hello", spans=spans),
    )


def test_the_spans_of_a_log_are_shown_as_rows():
    trace = traces_of([entry([[0, "turn", 0.0, 8.5, {"game": "story"}]])])[0]
    assert (trace.spans[0].name, trace.spans[0].ms) == ("turn", 8.5)


@pytest.mark.parametrize("row", ["turn", [0, "turn"], [0, "turn", "soon", 1.0, {}]])
def test_damaged_spans_are_named_and_nothing_else_needs_them(row: object):
    spans = [row]
    with pytest.raises(StorageFailed, match="times of turn 3 of session 's-1'"):
        traces_of([entry(spans)])


def test_a_turn_that_never_was_is_said_to_be_none():
    assert len(traces_of([entry([])], turn=3)) == 1
    with pytest.raises(BadInput, match="no turn 99"):
        traces_of([entry([])], turn=99)
