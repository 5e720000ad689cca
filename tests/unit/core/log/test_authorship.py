"""Authors: a line stays with whoever wrote its words, whoever settles what they meant."""

from dataclasses import replace
from typing import Any

from tests.support import entry

from echoes.core.log.authorship import Authors
from echoes.core.log.entries import Cause, Entry

ASKED = {"event": "question_ruled", "ruling": "NO", "source": "embedded", "asked": "did he flee?"}
UNDONE: dict[str, Any] = {"event": "turns_undone", "turns": [1], "progress": 0.0}


def write(message: str, by: str, *events: dict[str, Any]) -> list[Entry]:
    """One write, whose first entry alone has the cause."""
    made = [entry(event_id=f"{message}-{number}", **one) for number, one in enumerate(events)]
    made = [replace(one, rest=len(made) - number) for number, one in enumerate(made, 1)]
    return [replace(made[0], cause=Cause(message=message, by=by)), *made[1:]]


def authors(*writes: list[Entry]) -> list[str]:
    """The authors of all entries."""
    known, entries = Authors(), [one for written in writes for one in written]
    known.note(entries)
    return [known.of(one) for one in entries]


def test_words_that_somebody_else_settles_stay_with_whoever_wrote_them():
    asks = write("did he flee?", "Ann", {**ASKED, "text": "Did he run?"})
    not_that = write("0", "Bo", UNDONE, {**ASKED, "text": "Did he leave?"})
    picks = write("2", "Cy", {**ASKED, "text": "Did he hide?"})
    assert authors(asks, not_that, picks) == ["Ann", "Bo", "Ann", "Ann"]


def test_what_repeats_nothing_is_of_whoever_sent_the_message():
    undoes = write(
        "/undo", "Bo", UNDONE, {"event": "command_result", "command": "undo", "text": "Taken back."}
    )
    assert authors(undoes) == ["Bo", "Bo"]
    outside = entry(event_id="x", event="command_result", command="x", text="y")
    assert authors(undoes, [outside])[-1] == "", "the write of another is over"


def test_who_asks_the_same_again_has_written_it_too():
    first = write("Was it he?", "Ann", {**ASKED, "asked": None, "text": "Was it he?"})
    again = write("Was it he? ", "Bo", {**ASKED, "asked": None, "text": "Was it he?"})
    assert authors(first, again) == ["Ann", "Bo"]
