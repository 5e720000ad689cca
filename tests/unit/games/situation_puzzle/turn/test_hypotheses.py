"""A final answer: what it is judged by, when it is asked back, and what its verdict says."""

from typing import Any

import pytest
from tests.unit.games.situation_puzzle.table import (
    FEARED,
    SNOW,
    SaysReferee,
    Table,
    asked_back,
    only,
    ruled,
    said,
    verdict,
)

from echoes.core.entries import Entry
from echoes.games.situation_puzzle.events import HypothesisJudged, PuzzleClarificationAsked, RulingUnavailable
from echoes.games.situation_puzzle.referees.types import Choice
from echoes.games.situation_puzzle.turn.hypotheses import judge_hypothesis

CHOICE = Choice(2, "Was there snow?", "YES", (SNOW,), 0.4)


async def judged(reply: Any, *log: Entry, table: Table | None = None, **scratch: Any) -> tuple[Entry, Table]:
    table = table or Table(*log, referee=SaysReferee(reply))
    turn = await table.after(judge_hypothesis, scratch={"text": "It snowed.", **scratch})
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


async def test_the_referee_is_told_what_the_session_knows():
    _, table = await judged(verdict("PARTIAL"), ruled("Snow?", "YES", SNOW))
    [asked] = table.referee.asked
    assert (asked.established, [one.text for one in asked.earlier]) == ({SNOW}, ["Snow?"])
    assert (asked.rounds, asked.confirmed, asked.over_budget) == (0, (), False)


async def test_an_answer_that_is_not_followed_is_asked_back_with_numbers_alone():
    doubt = verdict("PARTIAL", understood=("He was deaf.", "It snowed;"), choices=(CHOICE,))
    found, table = await judged(doubt)
    event = found.event
    assert isinstance(event, PuzzleClarificationAsked)
    assert [(option.n, option.text) for option in event.options] == [(1, "Was there snow?")]
    assert event.prompt == table.phrases.format("answer_doubt", understood="“He was deaf” / “It snowed”")
    assert event.many and "YES" not in event.model_dump_json()
    waiting = found.trace.pending  # type: ignore[union-attr]
    assert (waiting["choices"], waiting["shown"], waiting["rounds"]) == ([2], [2], 1)


async def test_a_second_round_keeps_what_was_confirmed_and_shown():
    waiting = {"kind": "answer", "text": "It snowed.", "choices": [1], "wordings": ["a?"]}
    before = {**waiting, "confirmed": [1], "shown": [0, 1], "rounds": 1}
    found, table = await judged(verdict("PARTIAL", choices=(CHOICE,)), pending=before)
    [asked] = table.referee.asked
    assert (asked.confirmed, asked.shown, asked.rounds) == ((1,), {0, 1}, 1)
    after = found.trace.pending  # type: ignore[union-attr]
    assert (after["confirmed"], after["shown"], after["rounds"]) == ([1], [0, 1, 2], 2)


async def test_an_answer_that_would_solve_without_a_sentence_is_not_judged_unasked():
    told = verdict("SOLVED", SNOW, FEARED, left_out=("He sang.",), would_solve=True)
    found, table = await judged(told)
    assert found.event.prompt == table.phrases.format("without", left_out="“He sang”")  # type: ignore[attr-defined]
    assert found.event.decline == table.phrases.without_no  # type: ignore[attr-defined]
    assert found.trace.pending["text"] == "It snowed."  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["asdf", "哈哈哈", "…"])
async def test_nonsense_is_not_judged_and_costs_nothing(text: str):
    found, table = await judged(verdict("WRONG"), text=text)
    assert isinstance(found.event, RulingUnavailable)
    assert table.referee.asked == []


async def test_a_referee_that_fails_gives_no_verdict():
    away = verdict("WRONG", unavailable="model_away", cause="refused")
    found, table = await judged(away, asked_back("answer", "x", "a?", choices=(1,)))
    assert isinstance(found.event, RulingUnavailable)
    assert found.event.reason == table.phrases.model_away
    assert (found.trace.failed, found.trace.cause) == (True, "refused")  # type: ignore[union-attr]
    assert said({"outbox": [found]}) == "It snowed."
