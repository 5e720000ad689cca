"""The embedded judge: what was followed or confirmed counts, and what was not followed is never counted."""

from typing import Any

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import BAKERY, index_of

from echoes.games.situation_puzzle.referees.rules.answer_judge import MAX_ROUNDS, AnswerJudge
from echoes.games.situation_puzzle.referees.rules.suggestions import UNAIDED, SuggestionFinder
from echoes.games.situation_puzzle.referees.types import Hypothesis, HypothesisVerdict


async def judged(text: str, puzzle: Any = None, **more: Any) -> HypothesisVerdict:
    index = index_of(**(puzzle or {}))
    judge = AnswerJudge(index.puzzle, index)
    return await judge.judge(Hypothesis(text, **more), "test", SuggestionFinder(index, UNAIDED))


@pytest.mark.parametrize(
    ("text", "verdict", "covered"),
    [
        (BAKERY["answer"], "SOLVED", ("army", "map")),
        ("He hid a map in the bread.", "PARTIAL", ("map",)),
        ("The bread was poisoned.", "WRONG", ()),
        ("He hid a map in the bread. The bread was poisoned.", "PARTIAL", ("map",)),
    ],
)
async def test_a_verdict_follows_from_the_facts_that_an_answer_covers(text: str, verdict: str, covered: Any):
    found = await judged(text)
    assert (found.verdict, found.covered) == (verdict, covered)


async def test_what_was_not_followed_keeps_an_answer_from_being_solved_and_is_said():
    strange = "Cats sing."
    found = await judged(f"{BAKERY['answer']} {strange}")
    assert (found.verdict, found.left_out, found.would_solve) == ("PARTIAL", (strange,), True)
    assert strange not in found.kept


async def test_nothing_that_was_followed_is_unread_and_not_wrong():
    found = await judged("Cats sing.")
    assert (found.unavailable, found.verdict) == ("unread", "PARTIAL")


async def test_a_question_that_was_confirmed_counts_as_said_and_a_wrong_one_against_it():
    yes = await judged("The army escaped over the bridge.", confirmed=(1,), shown=frozenset({0, 1}))
    assert (yes.verdict, yes.covered) == ("SOLVED", ("army", "map"))
    no = await judged("The army escaped over the bridge.", confirmed=(0, 1), shown=frozenset({0, 1}))
    assert no.verdict == "PARTIAL" and no.contradicted == ("ruling 1",)


async def test_after_the_last_round_nothing_is_asked_back():
    assert (await judged("Map. Bread.", rounds=MAX_ROUNDS)).choices == ()


async def test_a_puzzle_without_rulings_is_not_judged_where_no_word_of_the_solution_was_said():
    assert (await judged("Cats sing.", {"rulings": []})).unavailable == "no_rulings"
    assert (await judged("He hid a map in the bread.", {"rulings": []})).unavailable is None
