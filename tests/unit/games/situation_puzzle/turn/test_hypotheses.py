"""A final answer in words: what it is judged by, and what follows where it is not followed."""

from typing import Any

import pytest
from tests.unit.games.situation_puzzle.table import (
    CLOZE,
    FEARED,
    SNOW,
    SaysReferee,
    Table,
    only,
    ruled,
    said,
    verdict,
)

from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.events import HypothesisJudged, PuzzleClarificationAsked, RulingUnavailable
from echoes.games.situation_puzzle.turn.hypotheses import judge_hypothesis
from echoes.games.situation_puzzle.turn.message_parser import ParsedMessage


async def judged(
    reply: Any, *log: Entry, table: Table | None = None, text: str = "It snowed."
) -> tuple[Entry, Table]:
    table = table or Table(*log, referee=SaysReferee(reply))
    turn = await table.after(judge_hypothesis, parsed=ParsedMessage("hypothesis", text))
    return only(turn), table


@pytest.mark.parametrize(
    ("covered", "missing", "progress"),
    [((SNOW,), [FEARED], 0.5), ((SNOW, FEARED), [], 1.0), ((), [FEARED, SNOW], 0.0)],
)
async def test_a_verdict_brings_progress_and_names_what_is_missing(
    covered: tuple[str, ...], missing: list[str], progress: float
):
    found, _ = await judged(verdict("PARTIAL", *covered))
    assert isinstance(found.event, HypothesisJudged)
    assert found.event.progress == progress
    assert found.trace is not None and found.trace.missing == missing  # type: ignore[attr-defined]


async def test_what_was_found_by_questions_and_left_untold_is_noted():
    both = [ruled("Snow?", "YES", SNOW), ruled("Fear?", "YES", FEARED, turn=2)]
    untold = [
        (await judged(verdict("PARTIAL", SNOW, contradicted=against), *log))[0].trace.untold  # type: ignore[union-attr]
        for log, against in ((both, ()), (both[:1], ()), (both, (FEARED,)))
    ]
    assert untold == [True, False, False]


async def test_the_referee_is_told_what_was_ruled():
    _, table = await judged(verdict("PARTIAL"), ruled("Snow?", "YES", SNOW))
    [asked] = table.referee.asked
    assert ([one.text for one in asked.earlier], asked.over_budget) == (["Snow?"], False)


UNREAD = verdict("WRONG", SNOW, contradicted=(FEARED,), unavailable="unread")
"""A verdict on an answer of which a part was not followed; what it holds beside that must never be told."""


async def test_what_was_not_followed_is_not_judged_and_costs_nothing():
    found, table = await judged(UNREAD)
    assert isinstance(found.event, RulingUnavailable) and not found.event.charged
    assert found.event.reason == table.phrases.unread


async def test_where_there_is_a_cloze_it_is_put_together_instead():
    table = Table(referee=SaysReferee(UNREAD), cloze=CLOZE)
    found, _ = await judged(None, table=table)
    event = found.event
    assert isinstance(event, PuzzleClarificationAsked) and event.cloze
    assert event.prompt.startswith(table.phrases.unread_cloze)
    assert [gap.pick for gap in event.cloze.gaps] == [0, 0], "what was followed of it is not told"


async def test_where_the_board_tells_everything_it_is_offered_instead():
    known = [ruled("Did it snow?", "YES", SNOW), ruled("Did he fear it?", "YES", FEARED, turn=2)]
    found, table = await judged(UNREAD, *known)
    event = found.event
    assert isinstance(event, PuzzleClarificationAsked) and event.many
    assert event.prompt == table.phrases.answer_from_board
    assert [option.text for option in event.options] == ["Did it snow?", "Did he fear it?"]


@pytest.mark.parametrize("text", ["asdf", "哈哈哈", "…"])
async def test_nonsense_is_not_judged_and_costs_nothing(text: str):
    found, table = await judged(verdict("WRONG"), text=text)
    assert isinstance(found.event, RulingUnavailable)
    assert table.referee.asked == []


async def test_a_referee_that_fails_gives_no_verdict():
    away = verdict("WRONG", unavailable="model_away", cause="refused")
    found, table = await judged(away)
    assert isinstance(found.event, RulingUnavailable)
    assert found.event.reason == table.phrases.model_away
    assert (found.trace.failed, found.trace.cause) == (True, "refused")  # type: ignore[union-attr]
    assert said({"outbox": [found]}) == "It snowed."
