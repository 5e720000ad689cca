"""An answer from the board: the player's own findings in an order of their own, and nothing else."""

from typing import Any

import pytest
from tests.support import entry
from tests.unit.games.situation_puzzle.table import FEARED, SNOW, Table, ruled, said

from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.events import HypothesisJudged
from echoes.games.situation_puzzle.turn.board import (
    covers_all_core_facts,
    established_questions,
    is_board_answer,
    judge_from_board,
    offer,
)

LOG = (
    ruled("Did it snow?", "YES", SNOW, turn=1),
    ruled("Was the bell old?", "NO", turn=2),
    ruled("Was he afraid?", "YES", FEARED, turn=3),
)


async def judged(message: str, *log: Entry) -> Entry:
    table = Table(*(log or LOG))
    return await judge_from_board(table.context, table.game, message)


async def test_the_board_holds_what_was_ruled_yes_with_the_facts_it_established():
    table = Table(*LOG)
    found = await established_questions(table.context, table.game)
    assert [(one.text, one.facts) for one in found] == [
        ("Did it snow?", (SNOW,)),
        ("Was he afraid?", (FEARED,)),
    ]


async def test_it_is_offered_by_numbers_or_else_it_is_said_how_to_answer():
    full, empty = Table(*LOG), Table(LOG[1])
    offered = (await offer(full.context, full.game)).event
    assert [(one.n, one.text) for one in offered.options] == [(1, "Did it snow?"), (2, "Was he afraid?")]  # type: ignore[attr-defined]
    nothing = await offer(empty.context, empty.game)
    assert said({"outbox": [nothing]}) == empty.phrases.answer_empty
    judged_so = await judge_from_board(empty.context, empty.game, "#1")
    assert said({"outbox": [judged_so]}) == empty.phrases.answer_empty


@pytest.mark.parametrize(
    ("message", "verdict"),
    [("#1", "PARTIAL"), ("#2 #1", "SOLVED"), ("１、２", "SOLVED"), ("#1 #1", "PARTIAL")],
)
async def test_the_facts_that_the_numbers_established_decide(message: str, verdict: str):
    event = (await judged(message)).event
    assert isinstance(event, HypothesisJudged)
    assert (event.verdict, event.source) == (verdict, "board")


async def test_what_establishes_nothing_is_still_not_wrong():
    log = [ruled("Is there a tower?", "YES")]
    assert (await judged("#1", *log)).event.verdict == "PARTIAL"  # type: ignore[attr-defined]


@pytest.mark.parametrize("message", ["#0", "#3", "#1 #3", "#"])
async def test_numbers_that_are_not_on_the_board_judge_nothing(message: str):
    table = Table(*LOG)
    assert said({"outbox": [await judged(message)]}) == table.phrases.format("board_range", count=2)


async def test_own_words_count_for_nothing_and_are_marked_as_such():
    event: Any = (await judged("#2 so he was deaf #1")).event
    assert event.text == "Was he afraid? (so he was deaf) Did it snow?"
    assert [event.text[start:end] for start, end in event.asides] == ["(so he was deaf)"]
    assert event.verdict == "SOLVED"


async def test_the_board_is_complete_only_by_questions():
    answer = {"event": "hypothesis_judged", "text": "x", "verdict": "PARTIAL", "source": "embedded"}
    told = entry({"covered": [FEARED]}, turn=3, **answer)
    for log, complete in ((LOG, True), (LOG[:2], False), ((*LOG[:2], told), False)):
        table = Table(*log)
        assert await covers_all_core_facts(table.context, table.game) is complete


@pytest.mark.parametrize(
    ("message", "kind", "answers"),
    [
        ("1 2", "numbers", True),
        ("#1 because", "route", True),
        ("1 because", "route", False),
        ("#1", "pick", False),
    ],
)
def test_an_open_board_takes_numbers_and_what_begins_with_one(message: str, kind: str, answers: bool):
    assert is_board_answer(message, kind) is answers
