"""Path and composer of a situation puzzle, and panels as text."""

from typing import Any

import pytest
from tests.support import canary_puzzle, entry

from echoes.core.log.entries import Entry
from echoes.core.views.blocks import plain_mode
from echoes.core.views.panels import Clock, Listing, Meter, Panel, panel_text
from echoes.games.situation_puzzle.panels import checklist_of, composer_modes, path_of, view_model_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.state import initial_state


def log(*events: dict[str, Any]) -> list[Entry]:
    """A log of these events."""
    return [entry(event_id=f"s-{number}", **one) for number, one in enumerate(events)]


def ruled(turn: int, text: str, ruling: str, progress: float = 0.0) -> dict[str, Any]:
    said = {"turn": turn, "text": text, "ruling": ruling, "progress": progress}
    return {"event": "question_ruled", "source": "embedded", **said}


def test_what_was_taken_back_is_not_on_the_path():
    undone = {"event": "turns_undone", "turn": 1, "turns": [1], "progress": 0.0}
    assert path_of(log(ruled(1, "a?", "YES"), undone), "en").steps == []


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
    assert "−5" in answer.placeholder
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
    (Listing("Bag", ["rope", "lamp"]), "Bag: rope · lamp"),
    (
        checklist_of(TWO_FACTS, {"fog"}, "en"),
        "The parts of the solution: ✔ There was fog., ✘ There was ice.",
    ),
    (path_of(log(ruled(1, "a?", "YES"), ruled(2, "b?", "NO")), "en"), "The path: ✔ ✘"),
]


@pytest.mark.parametrize(("panel", "text"), PANELS)
def test_every_panel_has_a_text(panel: Panel, text: str):
    assert panel_text(panel).startswith(text)


def test_the_solution_is_shown_at_the_end_only():
    playing = {**initial_state(), "phase": "PLAYING"}
    assert view_model_of(TWO_FACTS, {"game": playing}, "en").solution is None
    ended = view_model_of(TWO_FACTS, {"game": {**playing, "phase": "ABORTED"}}, "en").solution
    assert ended is not None and not any(found for _, found in ended.items)
