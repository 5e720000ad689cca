"""Board, path and composer of a situation puzzle, and panels as text."""

from typing import Any

import pytest
from tests.support import canary_puzzle, entry

from echoes.core.entries import Entry
from echoes.core.panels import Board, Clock, Listing, Meter, Panel, panel_text
from echoes.core.views import plain_mode
from echoes.games.situation_puzzle.panels import board_of, checklist_of, composer_modes, finds_of, path_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle


def log(*events: dict[str, Any]) -> list[Entry]:
    """A log of these events."""
    return [entry(event_id=f"s-{number}", **one) for number, one in enumerate(events)]


def ruled(turn: int, text: str, ruling: str, progress: float = 0.0) -> dict[str, Any]:
    said = {"turn": turn, "text": text, "ruling": ruling, "progress": progress}
    return {"event": "question_ruled", "source": "embedded", **said}


def items(board: Board) -> dict[str, list[tuple[str, int]]]:
    return {
        column.badge.icon: [(item.text, item.number) for item in column.items] for column in board.columns
    }


def test_the_board_keeps_each_question_once_with_the_ruling_that_stands():
    told = [ruled(1, "a?", "YES"), ruled(2, "b?", "NO"), ruled(3, "a?", "IRRELEVANT")]
    corrected = {"event": "ruling_corrected", "turn": 2, "text": "b?", "ruling": "NO", "new_ruling": "YES"}
    entries = log(*told, {**corrected, "by": "author", "remark": "", "progress": 0.0})
    assert items(board_of(entries, "en")) == {"✔": [("b?", 2)], "✘": [], "◐": [], "○": [("a?", 0)]}
    assert entries[-1].event.revises_past and not entries[0].event.revises_past


def test_what_was_found_keeps_its_number_whatever_is_ruled_later():
    entries = log(ruled(1, "a?", "NO"), ruled(2, "b?", "YES"), ruled(3, "a?", "YES"), ruled(4, "c?", "NO"))
    assert finds_of(entries) == ["b?", "a?"]
    board = items(board_of(entries, "zh"))
    assert (board["✔"], board["✘"]) == ([("a?", 2), ("b?", 1)], [("c?", 0)])


def test_what_was_taken_back_is_on_neither_board_nor_path():
    undone = {"event": "turns_undone", "turn": 1, "turns": [1], "progress": 0.0}
    entries = log(ruled(1, "a?", "YES"), undone)
    assert not any(items(board_of(entries, "en")).values())
    assert path_of(entries, "en").steps == []


def test_a_path_tells_each_turn_by_its_ruling_and_its_square():
    hint = {"event": "hint_given", "turn": 2, "level": 1, "text": "x", "remaining": 0}
    answer = {"event": "hypothesis_judged", "turn": 3, "text": "z", "verdict": "WRONG", "source": "embedded"}
    entries = log(ruled(1, "a?", "NO", 0.25), hint, {**answer, "progress": 0.25})
    steps = path_of(entries, "en").steps
    assert [step.square for step in steps] == ["🟥", "💡", "💬"], "a wrong answer looks like any other"
    assert [step.progress for step in steps] == [0.25, 0.25, 0.25]
    assert [step.badge.tone for step in steps] == ["bad", "gift", "bad"]


def test_a_puzzle_has_two_modes_and_another_game_has_one():
    ask, answer = composer_modes("en")
    assert (ask.command, answer.command) == ("", "/answer")
    assert "5 points" in answer.placeholder
    assert plain_mode("zh").command == ""
    assert plain_mode("fr") == plain_mode("en")


TWO_FACTS = Puzzle.model_validate(
    canary_puzzle(
        facts=[
            {"id": "fog", "statement": "There was fog.", "core": True},
            {"id": "ice", "statement": "There was ice.", "core": True},
        ],
        rulings=[],
    )
)
PANELS: list[tuple[Panel, str]] = [
    (Meter("Patience", 0.25), "Patience: 25%"),
    (Clock("Night", 4, 1), "Night: ●○○○ 1/4"),
    (Clock("Night", 4, None), "Night: ?/4"),
    (Listing("Bag", ["rope", "lamp"]), "Bag: rope, lamp"),
    (
        checklist_of(TWO_FACTS, {"fog"}, "en"),
        "The parts of the solution: ✔ There was fog., ✘ There was ice.",
    ),
    (board_of(log(ruled(1, "a?", "YES")), "en"), "What is established\n✔ Confirmed: a?"),
    (path_of(log(ruled(1, "a?", "YES"), ruled(2, "b?", "NO")), "en"), "The path: ✔ ✘"),
]


@pytest.mark.parametrize(("panel", "text"), PANELS)
def test_every_panel_has_a_text(panel: Panel, text: str):
    assert panel_text(panel).startswith(text)
