"""The embedded judge: an answer is judged if all of it was followed, and what was not is never counted."""

from dataclasses import replace
from typing import Any

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import BAKERY, index_of

from echoes.games.situation_puzzle.referees.rules.answer_judge import AnswerJudge
from echoes.games.situation_puzzle.referees.types import Hypothesis, HypothesisVerdict, PastRuling


def judge(**puzzle: Any) -> AnswerJudge:
    index = index_of(**puzzle)
    return AnswerJudge(index.puzzle, index)


def judged(text: str, **puzzle: Any) -> HypothesisVerdict:
    return judge(**puzzle).judge(Hypothesis(text), "test")


@pytest.mark.parametrize(
    ("text", "verdict", "covered"),
    [
        (BAKERY["answer"], "SOLVED", ("army", "map")),
        ("He hid a map in the bread.", "PARTIAL", ("map",)),
        ("The bread was poisoned.", "WRONG", ()),
        ("He hid a map in the bread. The bread was poisoned.", "PARTIAL", ("map",)),
        ("He hid a map in the bread, and the bread was poisoned.", "PARTIAL", ("map",)),
    ],
)
def test_a_verdict_follows_from_the_facts_that_an_answer_covers(text: str, verdict: str, covered: Any):
    found = judged(text)
    assert (found.verdict, found.covered, found.unavailable) == (verdict, covered, None)


@pytest.mark.parametrize(
    "text",
    [
        "Cats sing.",
        f"{BAKERY['answer']} Cats sing.",
        "The bread was poisoned. Cats sing.",
        "The bread was poisoned, and cats sing.",
        "Cats sing because the bread was poisoned.",
        "She dreamt that the bread was poisoned.",
    ],
)
def test_an_answer_of_which_a_part_was_not_followed_is_not_judged(text: str):
    assert judged(text).unavailable == "unread"


def test_a_puzzle_without_rulings_is_not_judged_where_no_word_of_the_solution_was_said():
    assert judged("Cats sing.", rulings=[]).unavailable == "no_rulings"
    assert judged("He hid a map in the bread.", rulings=[]).unavailable is None


def test_a_verdict_is_upheld_by_the_authors_own_words_alone():
    denied = Hypothesis("The bread was poisoned.")
    assert judge().review(denied).outcome == "upheld"
    by_the_game = PastRuling("Did the mayor ring the bell?", "NO", (), 4)
    following = Hypothesis("The mayor rang the bell.", earlier=(by_the_game,))
    assert judge().judge(following, "test").verdict == "WRONG"
    assert judge().review(following).outcome == "withdrawn"
    by_the_author = replace(by_the_game, settled=True)
    assert judge().review(replace(following, earlier=(by_the_author,))).outcome == "upheld"
