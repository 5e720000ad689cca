"""Transcripts: everything is told once, as text, and nothing that a seat may not see."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import entry

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event, Option
from echoes.core.views.blocks import Badge, Block, Change, Choices, Dice, Ending, Gift, Line, Outcome, Sheet
from echoes.games.situation_puzzle.view import blocks as puzzle_blocks
from echoes.interfaces.transcript import markdown

NO = Badge("NO", "✘", "bad")
GAMES = cast("Any", {"situation_puzzle": SimpleNamespace(blocks=puzzle_blocks)})


def started(**more: Any) -> dict[str, Any]:
    told = {"puzzle_id": "p", "title": "T", "statement": "S", "lang": "en", "player_id": "ann"}
    return {"event": "session_started", "puzzle_hash": "h", "referee": "embedded", **told, **more}


def ruled(turn: int, text: str, **more: Any) -> dict[str, Any]:
    said = {"turn": turn, "text": text, "ruling": "NO", "source": "embedded", "progress": 0.0}
    return {"event": "question_ruled", **said, **more}


def log(*events: dict[str, Any]) -> list[Entry]:
    return [entry(event_id=f"s-{number}", **one) for number, one in enumerate(events, 1)]


def test_it_tells_a_game_from_its_beginning_to_its_end():
    ended = {"event": "session_ended", "status": "COMPLETED", "score": 92, "questions": 1, "hints": 0}
    told = markdown(log(started(content_warnings=["fog"]), ruled(1, "a?", remark="Think."), ended), GAMES)
    assert told.startswith("# T\n\nPlayer: ann · ")
    for part in ("*Content: fog*", "> S", "**1. a?** — No. Think.", "**Score 92** (1 question, 0 hints)"):
        assert f"\n\n{part}" in told
    assert "Not finished" not in told


def test_a_game_that_goes_on_says_so_in_its_language():
    assert markdown(log(started()), GAMES).endswith("*Not finished yet.*\n")
    assert markdown(log(started(lang="zh")), GAMES).endswith("*还没有结束。*\n")


def test_a_fork_names_what_it_shares():
    assert "Forked from `other-1`, turn 3" in markdown(
        log(started(forked_from="other-1", forked_at=3)), GAMES
    )


def test_what_was_taken_back_is_struck_through():
    undone = {"event": "turns_undone", "turn": 2, "turns": [2], "progress": 0.0}
    told = markdown(log(started(), ruled(1, "a?"), ruled(2, "b?"), undone), GAMES)
    assert "~~**2. b?** — No.~~ (taken back)" in told
    assert "~~**1. a?**" not in told
    assert "*Taken back: turn 2*" in told


def test_commands_are_no_part_of_the_story():
    assert "secret" not in markdown(
        log(started(), {"event": "command_result", "command": "x", "text": "secret"}), GAMES
    )


def test_a_seat_reads_what_it_may_see_and_its_own_numbers():
    hidden = ruled(1, "whisper?", audience=["red"])
    entries = log(started(), hidden, ruled(2, "aloud?"))
    assert "**1. whisper?**" in markdown(entries, GAMES, "red") and "**2. aloud?**" in markdown(
        entries, GAMES, "red"
    )
    for seat in ("", "blue"):
        told = markdown(entries, GAMES, seat)
        assert "whisper" not in told and "**1. aloud?**" in told


@given(st.text(min_size=1))
def test_what_people_write_shows_as_it_stands(text: str):
    told = markdown(log(started(), ruled(1, f"<b>{text}|x")), GAMES)
    assert "\\<b\\>" in told and "<b>" not in told.replace("\\<b\\>", "")


BLOCKS: list[tuple[Block, str]] = [
    (Line("Snow.", "spoken"), "> Snow."),
    (Line("Hi", speaker="Mara"), "Mara: Hi"),
    (Line("Not now.", said="Why?"), "Why? — Not now."),
    (Outcome(3, "a?", NO, taken_as="b?"), "**3. a?** (taken as: b?) — No."),
    (Outcome(3, "x", NO, kind="Final answer"), "**3. Final answer: x** — No."),
    (
        Choices("Which?", [Option(n=1, text="this"), Option(n=2, text="that")], said="a?"),
        "a? — Which? 1 this; 2 that",
    ),
    (Gift(2, "Hint", "Listen."), "**2. Hint** — Listen."),
    (Change("Challenged", "a?", NO, "It stands."), "Challenged: a? — It stands."),
    (Change("Corrected", "a?", NO, "Sorry.", turn=1), "Corrected: **1. a?** — No. Sorry."),
    (Dice("red rolls", (2,), 6, 2), "red rolls (1d6): 2"),
    (Sheet("Truth", "He fell."), "## Truth\n\nHe fell."),
    (Ending("Given up"), "**Given up**"),
]


@pytest.mark.parametrize(("block", "text"), BLOCKS, ids=lambda one: type(one).__name__)
def test_each_form_of_block_has_its_markdown(block: Block, text: str):
    def shown(one: Event, language: str) -> Sequence[Block]:
        return [] if one.event == "session_started" else [block]

    games = cast("Any", {"situation_puzzle": SimpleNamespace(blocks=shown)})
    parts = markdown(log(started(), ruled(1, "a?")), games).split("\n\n")
    assert "\n\n".join(parts[2:-1]) == text


def test_a_choice_that_may_be_left_alone_is_left_out():
    def shown(one: Event, language: str) -> Sequence[Block]:
        return [Choices("Or this?", quiet=True)]

    games = cast("Any", {"situation_puzzle": SimpleNamespace(blocks=shown)})
    assert markdown(log(started(), ruled(1, "a?")), games).count("Or this?") == 1, "but for the opening's"
