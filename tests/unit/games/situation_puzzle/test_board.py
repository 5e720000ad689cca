"""The board: each question that counts, once, whether the log is read at once or followed."""

from dataclasses import replace
from typing import Any

import pytest
from tests.support import entry

from echoes.core.log.entries import Cause, Entry
from echoes.core.views.panels import Board, panel_text
from echoes.games.situation_puzzle.board import PuzzleBoard


def log(*events: dict[str, Any]) -> list[Entry]:
    """A log of these events."""
    return [entry(event_id=f"s-{number}", **one) for number, one in enumerate(events)]


def ruled(turn: int, text: str, ruling: str) -> dict[str, Any]:
    said = {"turn": turn, "text": text, "ruling": ruling, "progress": 0.0}
    return {"event": "question_ruled", "source": "embedded", **said}


def items(board: Board) -> dict[str, list[tuple[str, int]]]:
    return {
        column.badge.icon: [(item.text, item.number) for item in column.items] for column in board.columns
    }


@pytest.fixture(params=["read", "followed"])
def board_of(request: pytest.FixtureRequest) -> Any:
    """Make a board of entries, from the whole log or one entry after the other."""

    def made(entries: list[Entry]) -> PuzzleBoard:
        board = PuzzleBoard()
        if request.param == "read":
            board.read(entries)
        for one in entries if request.param == "followed" else ():
            board.follow([one])
        return board

    return made


def test_the_board_keeps_each_question_once_with_the_ruling_that_stands(board_of: Any):
    told = [ruled(1, "a?", "YES"), ruled(2, "b?", "NO"), ruled(3, "a?", "IRRELEVANT")]
    corrected = {"event": "ruling_corrected", "turn": 2, "text": "b?", "ruling": "NO", "new_ruling": "YES"}
    entries = log(*told, {**corrected, "by": "author", "remark": "", "progress": 0.0})
    panel = board_of(entries).panel("en")
    assert items(panel) == {"✔": [("b?", 2)], "✘": [], "◐": [], "○": [("a?", 0)]}
    assert panel_text(panel).startswith("What is established\n✔ Confirmed: b?")
    assert entries[-1].event.revises_past and not entries[0].event.revises_past


def test_what_was_found_keeps_its_number_whatever_is_ruled_later(board_of: Any):
    told = [ruled(1, "a?", "NO"), ruled(2, "b?", "YES"), ruled(3, "a?", "YES"), ruled(4, "c?", "NO")]
    board = board_of(log(*told))
    assert board.finds() == ["b?", "a?"]
    shown = items(board.panel("zh"))
    assert (shown["✔"], shown["✘"]) == ([("a?", 2), ("b?", 1)], [("c?", 0)])


def test_a_question_is_its_first_askers_whoever_asks_it_again(board_of: Any):
    asked = zip(log(ruled(1, "a?", "YES"), ruled(2, "a?", "YES")), ("Ann", "Ben"), strict=True)
    entries = [replace(one, cause=Cause(message="a?", by=who)) for one, who in asked]
    [item] = board_of(entries).panel("en").columns[0].items
    assert item.by == "Ann"


def test_a_withdrawn_ruling_leaves_the_board_but_was_asked(board_of: Any):
    withdrawn = {"event": "ruling_challenged", "turn": 1, "text": "a?", "ruling": "YES", "new_ruling": None}
    board = board_of(log(ruled(1, "a?", "YES"), {**withdrawn, "outcome": "withdrawn", "remark": ""}))
    assert not any(items(board.panel("en")).values())
    assert board.has_questions and board.finds() == []


def test_what_was_taken_back_is_not_on_the_board_of_a_whole_log():
    board = PuzzleBoard()
    board.read(
        log(ruled(1, "a?", "YES"), {"event": "turns_undone", "turn": 1, "turns": [1], "progress": 0.0})
    )
    assert not any(items(board.panel("en")).values())
