"""The view that draws any game: from its blocks and panels, with choices in words and nothing unescaped."""

import re
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from tests.support import event

from echoes.core.log.entries import Cause, Entry
from echoes.core.log.events import Event, Option
from echoes.core.seats.events import SeatTaken
from echoes.core.seats.projection import SeatProjection
from echoes.core.views.blocks import (
    Badge,
    Block,
    Choices,
    ComposerMode,
    Ending,
    Line,
    Outcome,
    Sheet,
    Shortcut,
)
from echoes.core.views.panels import Meter
from echoes.engine.views.seat_presentation import SeatPresentation
from echoes.interfaces.web.views.game_view import GameView, view_of
from echoes.interfaces.web.views.puzzle_view import PuzzleView

STARTED = {
    "event": "session_started", "puzzle_id": "p", "title": "T", "statement": "S", "lang": "en",
    "player_id": "ann", "puzzle_hash": "h", "referee": "embedded", "lineage": "s",
}  # fmt: skip
SHORTCUTS = (Shortcut("/wait", "Wait"), Shortcut("/giveup", "Give up"))


def view(*blocks: Block, panels: Sequence[Any] = (), **known: Any) -> GameView:
    """Return the view of a game that shows any event by these blocks."""
    game: Any = SimpleNamespace(
        blocks=lambda event, language: blocks,
        panels=lambda *_: panels,
        composer=lambda *_: [ComposerMode("ask", "Ask", "Ask.", shortcuts=SHORTCUTS)],
        guide=lambda language: None,
        giving_up=lambda language: "Sure?",
        confirmation=lambda message, language: "Sure?" if message == "/giveup" else "",
    )
    session: Any = SimpleNamespace(started=event(**STARTED), scenario=None)
    projection: Any = SimpleNamespace(state={}, seat_label=str.title)
    seat = SeatProjection("")
    for name, value in known.items():
        setattr(seat, name, value)
    return GameView(SeatPresentation(game, session, projection, seat))


def sent(message: str, happened: Event | None = None, **cause: Any) -> Entry:
    happened = happened or event(event="command_result", command="help", text="-", event_id="s-2")
    return Entry(happened, cause=Cause(message=message, **cause))


CHOICES = Choices(
    "Which?", [Option(n=1, text="The red one"), Option(n=2, text="The blue one")], decline="Neither"
)


def test_a_number_is_shown_in_the_words_of_the_choice_that_it_picked():
    shown = view(CHOICES)
    shown.turn(sent("x"))
    assert [shown.picked(message) for message in ("1", "#2", "2 1", "0")] == [
        "The red one", "The blue one", "The blue one · The red one", "Neither",
    ]  # fmt: skip


@pytest.mark.parametrize("message", ["7", "1 and then", "one", ""])
def test_what_picks_nothing_is_shown_as_it_was_sent(message: str):
    shown = view(CHOICES)
    shown.turn(sent("x"))
    assert shown.picked(message) == message


def test_a_command_is_shown_by_the_words_of_its_button():
    assert [piece.text for piece in view().said(sent("/wait"))] == ["Wait"]
    assert view().said(Entry(event(**STARTED))) == []


def test_what_cannot_be_taken_back_is_asked_about_first():
    assert [(one.command, one.sure) for one in view().shortcuts()] == [("/wait", ""), ("/giveup", "Sure?")]


def test_what_players_and_games_write_is_never_markup():
    html = view(Line("<script>alert(1)</script>")).turn(sent("<b>x</b>"))
    assert "<script>alert" not in html and "<b>x</b>" not in html
    assert "&lt;b&gt;x&lt;/b&gt;" in html


def test_what_stands_elsewhere_on_the_page_is_no_turn_but_its_choices_are():
    assert view(Line("Once upon a time")).turn(Entry(event(**STARTED))) == ""
    html = view(Line("Once upon a time"), CHOICES).turn(Entry(event(**STARTED)))
    assert "The red one" in html and "Once upon" not in html


def test_a_seat_is_named_as_people_read_it():
    taken = SeatTaken(seat="red", by="Ann")
    [label] = [getattr(view()._with_label(taken), "seat", "")]  # pyright: ignore[reportPrivateUsage]
    assert label == "Red"
    assert "Red" in view(Line("It is so.")).turn(sent("hm", seat="red"))


def test_a_line_is_of_whoever_wrote_its_words_and_what_is_picked_of_whoever_picks_it():
    ruled = {"event": "question_ruled", "ruling": "NO", "source": "x", "text": "The red one", "asked": "red?"}
    asked = {"event": "clarification_asked", "prompt": "Which?", "text": "red?", "options": []}
    shown = view(CHOICES)
    shown.name_of = {"Ann": "Anna", "Bo": "Ben"}.__getitem__
    entries = [
        sent("red?", event(event_id="s-1", **asked), by="Ann"),
        sent("1", event(event_id="s-2", **ruled), by="Bo"),
    ]
    shown.follow(entries)
    by = [re.findall('data-by="(.*?)"', shown.turn(entry)) for entry in entries]
    assert by == [["Anna"], ["Ben"]]


def test_more_than_a_question_says_what_it_is():
    outcome = Outcome(1, "It was he", Badge("SOLVED"), kind="Final answer")
    assert view().kind_of(sent("x"), [Line("-"), outcome]) == "Final answer"
    assert view().kind_of(sent("x"), [Line("-")]) == ""


def test_in_a_line_a_game_is_its_meters_or_how_far_it_is():
    assert view(panels=[Meter("Heat", 0.3, "3/10")]).brief() != ""
    assert view(progress=0.42).brief() == "42%"
    assert view().brief() == ""


def test_the_end_is_drawn_from_the_blocks_of_the_event_that_ended_it():
    finished: Any = SimpleNamespace(stars=0)
    ended = SimpleNamespace(status="COMPLETED")
    screen = view(Ending("Score", "91", "9 questions"), Sheet("Story", "All of it."), ended=ended).end_screen(
        finished
    )
    assert (screen.title, screen.won, screen.value) == ("Score", True, "91")
    assert [sheet.text for sheet in screen.sheets] == ["All of it."]
    assert not view().end_screen(finished).won, "it goes on"


def test_a_game_may_have_a_view_of_its_own():
    shown = view().shown
    assert isinstance(view_of(shown), PuzzleView)
    shown.started = shown.started.model_copy(update={"game_type": "pig"})
    assert type(view_of(shown)) is GameView
