"""Terminal output: every form of block says in words what it says in colour."""

from io import StringIO
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console
from tests.support import event

from echoes.core.log.events import Event, Option, SessionStarted
from echoes.core.views.blocks import Badge, Block, Change, Choices, Dice, Ending, Gift, Line, Outcome, Sheet
from echoes.engine.turns.narration import NarrationPiece
from echoes.games.situation_puzzle.guide import guide_in
from echoes.games.situation_puzzle.view import blocks
from echoes.interfaces.terminal import TerminalRenderer

NO = Badge("NO", "✘", "bad")
STARTED = {
    "event": "session_started",
    "puzzle_id": "p",
    "title": "The Bell",
    "statement": "S",
    "lang": "en",
    "player_id": "ann",
    "puzzle_hash": "h",
    "referee": "embedded",
}


def renderer(*blocks: Block) -> tuple[TerminalRenderer, StringIO]:
    """A renderer of a game in which every event but the first is shown as these blocks, and what it prints."""

    def shown(one: Event, language: str) -> list[Block]:
        return [Line("S")] if isinstance(one, SessionStarted) else [*blocks]

    written = StringIO()
    game = cast("Any", {"situation_puzzle": SimpleNamespace(blocks=shown)})
    return TerminalRenderer(Console(width=100, highlight=False, file=written), game), written


def test_no_line_of_chinese_begins_with_a_mark_however_it_is_printed():
    shows, written = renderer(Line("谁" * 50 + "。"))
    shows.render(event(**{**STARTED, "lang": "zh"}))
    shows.render(event(event="turns_undone", turns=[1], turn=1, progress=0.0))
    assert written.getvalue().endswith("谁" * 49 + "\n谁。\n")


def drawn(*blocks: Block) -> str:
    """What a terminal shows of blocks, behind the opening of a session."""
    shows, written = renderer(*blocks)
    shows.render(event(**STARTED))
    opening = len(written.getvalue())
    shows.render(event(event="turns_undone", turns=[1], turn=1, progress=0.0))
    return written.getvalue()[opening:].rstrip("\n")


BLOCKS: list[tuple[Block, str]] = [
    (Line("Snow falls.", "spoken"), "Snow falls."),
    (Line("Hello", speaker="Mara"), "Mara: Hello"),
    (Line("It broke.", "error"), "! It broke."),
    (Line("Not now.", said="Why?"), "… Not now."),
    (Outcome(1, "a?", NO), "✘ NO"),
    (Outcome(1, "a?", NO, remark="Think.", progress=0.5), "✘ NO  Think.   [progress 50%]"),
    (Outcome(1, "a?", NO, taken_as="b?"), "✘ NO  (taken as: b?)"),
    (Outcome(1, "a?", NO, taken_as="b?", answers=True), "✘ NO — to: b?"),
    (Choices("Which?", [Option(n=1, text="this")]), "Which?\n  1  this\nType a number."),
    (
        Choices("Which?", [Option(n=1, text="this")], decline="neither"),
        "Which?\n  1  this\n  0  neither\nType a number.",
    ),
    (Choices("Or?", [Option(n=1, text="that")], quiet=True), "  Or?\n  1  that"),
    (Gift(2, "Hint", "Listen.", " (2 left)", "You are stuck."), "Hint (2 left): Listen.  You are stuck."),
    (Change("Corrected", "a?", NO, "It is no.", turn=1, progress=0.0), "! It is no.   [progress 0%]"),
    (Change("Challenged", "a?", NO, "It stands."), "a? — NO\nIt stands."),
    (Dice("red rolls", (2, 3), 6, 5), "⚄ red rolls (2d6): 2 + 3 = 5"),
    (Dice("the best of", (2, 3), 6, 3), "⚄ the best of (2d6): 2, 3 → 3"),
    (Dice("to spend", (2, 3), 6, None), "⚄ to spend (2d6): 2, 3"),
    (Ending("Score", "92", "4 questions"), "Score: 92 (4 questions)"),
    (Ending("Given up", "", "4 questions"), "Given up. 4 questions."),
]


@pytest.mark.parametrize(("block", "text"), BLOCKS, ids=lambda one: type(one).__name__)
def test_each_form_of_block_is_told_in_words(block: Block, text: str):
    assert drawn(block) == text


def test_a_sheet_has_its_title_in_its_frame():
    shown = drawn(Sheet("The solution", "He fell."))
    assert "The solution" in shown.splitlines()[0] and "He fell." in shown


def test_an_opening_shows_statement_warnings_notice_and_that_it_is_resumed():
    shows, written = renderer()
    shows.render(event(**STARTED, resumed=True, notice="No model.", content_warnings=["crime", "fog"]))
    for said in ("The Bell (resumed)", "S", "Content: crime, fog", "No model."):
        assert said in written.getvalue()


def test_what_was_heard_piece_by_piece_is_not_told_again():
    shows, written = renderer()
    for piece in ("The bell ", "rings."):
        shows.piece(NarrationPiece(piece, 1, "Mara"))
    shows.render(event(event="narrated", text="The bell rings.", speaker="Mara", source="model"))
    shows.render(event(event="narrated", text="It stops.", speaker="Ode", source="model"))
    assert written.getvalue() == "Mara: The bell rings.\nOde: It stops.\n"


def test_a_session_of_a_game_that_is_not_installed_shows_what_the_platform_knows():
    written = StringIO()
    shows = TerminalRenderer(Console(width=100, file=written), {})
    shows.render(event(event="command_result", command="x", text="Told."))
    shows.render(event(event="question_ruled", turn=1, text="a?", ruling="NO", source="embedded"))
    assert written.getvalue() == "Told.\n"


def test_the_game_is_left_in_its_own_language():
    shows, _ = renderer()
    shows.render(event(**{**STARTED, "lang": "zh"}))
    assert shows.farewell("bell-1") == "已保存。继续这局：echoes play --session bell-1"
    assert shows.farewell("table-1", "red").endswith("--session table-1 --seat red")


def asked_before(message: str, lang: str) -> str:
    return "Give up? 0 points." if message == "/giveup" else ""


def guided(lang: str = "en") -> tuple[TerminalRenderer, StringIO]:
    """A renderer for somebody who may be new to the game."""
    shows, written = renderer()
    game = SimpleNamespace(blocks=blocks, guide=guide_in, confirmation=asked_before)
    shows = TerminalRenderer(Console(width=100, file=written), cast("Any", {"situation_puzzle": game}))
    shows.explains = True
    shows.render(event(**{**STARTED, "lang": lang}))
    return shows, written


def test_yes_and_no_is_explained_when_it_first_comes():
    shows, written = guided()
    for turn in (1, 2):
        shows.render(event(event="question_ruled", turn=turn, text="a?", ruling="YES AND NO", source="x"))
    assert written.getvalue().count("not in another") == 1
    shows, written = guided()
    shows.explains = False  # nobody sits there
    shows.render(event(event="question_ruled", turn=1, text="a?", ruling="YES AND NO", source="x"))
    assert "not in another" not in written.getvalue()


def test_giving_up_is_asked_about_and_a_question_is_not():
    shows, written = guided()
    assert shows.confirmation("Is it snow?") == ""
    assert shows.confirmation("/giveup").startswith("y for yes")
    assert "0 points" in written.getvalue()


def test_what_somebody_else_asked_is_said_before_its_ruling():
    shows, written = guided()
    shows.render_news(event(event="question_ruled", turn=1, text="a?", ruling="NO", source="x"))
    shows.render_news(event(event="command_result", command="help", text="All commands."))
    assert written.getvalue().splitlines()[-2:] == ["› a?", "✘ NO   [progress 0%]"]


@pytest.mark.parametrize(("lang", "slanted"), [("en", True), ("zh", False)])
def test_chinese_is_not_slanted(lang: str, slanted: bool):
    written = StringIO()
    shows = TerminalRenderer(Console(width=100, file=written, force_terminal=True), {})
    shows.render(event(**{**STARTED, "lang": lang}))
    shows.piece(NarrationPiece("…", 1, ""))
    shows.render(event(event="narrated", text="雪 falls.", source="model"))
    assert ("\x1b[3m" in written.getvalue()) == slanted


def test_a_seat_is_named_in_words_and_ones_own_is_you():
    written = StringIO()
    shows = TerminalRenderer(Console(width=100, highlight=False, file=written), {})
    shows.player, shows.seats = "ann", {"red": "Red Rob, a thief", "blue": "Blue Bess"}
    shows.render(event(event="seat_taken", seat="red", by="ann", turn=0))
    shows.render(event(event="seat_taken", seat="blue", by="Ben", turn=0))
    assert "You play Red Rob, a thief." in written.getvalue()
    assert "Ben takes the seat “Blue Bess”." in written.getvalue()
