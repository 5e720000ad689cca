"""The challenge of a final answer: what a review decides, and that it costs nothing."""

from typing import Any

import pytest
from tests.unit.games.situation_puzzle.table import (
    FEARED,
    SNOW,
    SaysReferee,
    Table,
    judged,
    only,
    ruled,
    said,
)

from echoes.games.situation_puzzle.events import RulingChallenged, VerdictChallenged
from echoes.games.situation_puzzle.reducer import evolve
from echoes.games.situation_puzzle.referees.types import AnswerReview, Review
from echoes.games.situation_puzzle.turn.closing import reveal_solution, route_by_ending
from echoes.games.situation_puzzle.turn.commands import run_command
from echoes.games.situation_puzzle.turn.message_parser import ParsedMessage

ANSWER = judged("It snowed.", "PARTIAL", turn=2, covered=[SNOW])


async def challenged(review: Any, *log: Any) -> tuple[Any, Table]:
    table = Table(*(log or (ANSWER,)), referee=SaysReferee(*([review] if review else [])))
    return only(await table.after(run_command, parsed=ParsedMessage("command", command="challenge"))), table


@pytest.mark.parametrize(
    ("outcome", "answers", "facts"),
    [("upheld", 1, {SNOW}), ("unsettled", 1, {SNOW}), ("withdrawn", 0, set())],
)
async def test_a_review_of_a_verdict_says_its_outcome_and_a_withdrawn_one_is_refunded(
    outcome: Any, answers: int, facts: set[str]
):
    entry, table = await challenged(AnswerReview(outcome, "why"))
    assert isinstance(entry.event, VerdictChallenged) and not entry.event.charged
    assert entry.event.remark == table.phrases.format(f"challenge_answer_{outcome}")
    after = evolve(table.game, entry)
    assert (after["answers"], {*after["facts"]}) == (answers, facts)


async def test_a_better_verdict_takes_the_place_of_the_first():
    better = AnswerReview("overturned", "votes", "SOLVED", (FEARED, SNOW))
    entry, table = await challenged(better)
    assert (entry.event.new_verdict, entry.event.progress) == ("SOLVED", 1.0)
    turn = table.turn(outbox=[entry])
    assert route_by_ending(turn) == "reveal_solution"
    ended = (await table.after(reveal_solution, outbox=[entry]))["outbox"][-1].event  # type: ignore[typeddict-item]
    assert (ended.status, ended.score) == ("COMPLETED", 100), "the answer was right at the first try"


@pytest.mark.parametrize("source", ["cloze", "board"])
async def test_what_the_authors_key_decides_is_upheld_without_a_review(source: str):
    entry, table = await challenged(None, judged("x", "CLOSE", source))
    assert (entry.event.outcome, table.referee.asked) == ("upheld", [])


async def test_a_verdict_is_reviewed_once():
    first, table = await challenged(AnswerReview("upheld", "votes"))
    entry, again = await challenged(None, *table.log[1:], first)
    assert (entry.event.outcome, again.referee.asked) == ("upheld", [])


async def test_the_later_of_ruling_and_verdict_is_challenged():
    entry, _ = await challenged(Review("upheld", "why"), ANSWER, ruled("Snow?", turn=3))
    assert isinstance(entry.event, RulingChallenged)
    entry, _ = await challenged(AnswerReview("upheld", "why"), ruled("Snow?", turn=1), ANSWER)
    assert isinstance(entry.event, VerdictChallenged)


async def test_a_review_that_could_not_be_made_changes_nothing():
    away = AnswerReview("unsettled", "refused", unavailable="model_away")
    entry, table = await challenged(away)
    assert said({"outbox": [entry]}) == table.phrases.model_away
