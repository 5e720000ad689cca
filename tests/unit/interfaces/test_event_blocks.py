"""Blocks of the events that every game has."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.support import event

from echoes.core.views.blocks import Block, Choices, Ending, Line
from echoes.interfaces.event_blocks import blocks_of

OPTION = {"n": 1, "text": "this"}
KNOWN: list[tuple[dict[str, Any], list[Block]]] = [
    ({"event": "command_result", "command": "x", "text": "Told."}, [Line("Told.")]),
    ({"event": "narrated", "text": "Snow.", "source": "m"}, [Line("Snow.", "spoken")]),
    (
        {"event": "narrated", "text": "Snow.", "speaker": "Mara", "source": "m"},
        [Line("Snow.", "spoken", "Mara")],
    ),
    ({"event": "narrated", "text": "", "source": "m"}, []),
    ({"event": "turn_failed", "error": "No."}, [Line("No.", "error")]),
    ({"event": "seat_taken", "seat": "red", "by": "Ann"}, [Line("Ann takes the seat “red”.", "quiet")]),
    ({"event": "seat_left", "seat": "red", "by": "Ann"}, [Line("The seat “red” is free again.", "quiet")]),
    ({"event": "turns_undone", "turns": [1], "progress": 0.0}, []),
]


@pytest.mark.parametrize(("told", "blocks"), KNOWN)
def test_what_every_game_has_is_shown_by_the_platform(told: dict[str, Any], blocks: list[Block]):
    assert blocks_of(event(**told), {}, "gone", "en") == blocks


def test_a_question_back_is_a_choice():
    asked = event(event="clarification_asked", text="a?", prompt="Which?", options=[OPTION], many=True)
    [choice] = blocks_of(asked, {}, "gone", "en")
    assert isinstance(choice, Choices)
    assert (choice.prompt, choice.said, choice.many, choice.options[0].text) == ("Which?", "a?", True, "this")


def test_a_game_has_the_first_word():
    game = cast("Any", SimpleNamespace(blocks=lambda event, language: [Ending("Mine")]))
    told = event(event="command_result", command="x", text="Told.")
    assert blocks_of(told, {"own": game}, "own", "en") == [Ending("Mine")]
    assert blocks_of(told, {"own": game}, "another", "en") == [Line("Told.")]


def test_an_end_is_told_in_the_language_of_the_session():
    ended = event(event="session_ended", status="ABORTED", score=0, questions=0, hints=0)
    assert [blocks_of(ended, {}, "gone", language) for language in ("en", "zh")] == [
        [Ending("Given up")],
        [Ending("已放弃")],
    ]
