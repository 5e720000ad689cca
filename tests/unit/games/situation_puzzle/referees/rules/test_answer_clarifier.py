"""Clarification of a final answer: true questions among more that are not, in an order that tells nothing."""

from collections.abc import Sequence
from typing import Any

from tests.unit.games.situation_puzzle.referees.rules.story import BAKERY, index_of

from echoes.games.situation_puzzle.referees.rules.answer_clarifier import FEWEST_WRONG, AnswerClarifier
from echoes.games.situation_puzzle.referees.rules.suggestions import UNAIDED, SuggestionFinder
from echoes.games.situation_puzzle.referees.types import Choice, Hypothesis

WRONG = [{"text": f"Was the {thing} poisoned?", "ruling": "NO", "open": True}
         for thing in ("bread", "flour", "oven", "water", "salt", "wine")]  # fmt: skip
MORE = {"rulings": [*BAKERY["rulings"], *WRONG]}
INDEX = index_of(**MORE)


async def asked(text: str, missing: Sequence[str] = ("map",), **more: Any) -> tuple[Choice, ...]:
    hypothesis = Hypothesis(text, brought_up=INDEX.vocabulary, **more)
    finder = SuggestionFinder(INDEX, UNAIDED)
    return await AnswerClarifier(INDEX.puzzle, INDEX).choices(hypothesis, [text], missing, finder)


SAID = "A map was put inside of the bread."


async def test_what_was_not_followed_is_put_into_a_question_that_tells_what_is_missing():
    found = await asked(SAID)
    assert "Was a map inside the bread?" in [choice.text for choice in found]


async def test_wrong_questions_outnumber_the_true_ones_so_that_a_guess_hardly_helps():
    found = await asked(SAID)
    true = [choice for choice in found if choice.ruling == "YES"]
    assert 0 < len(true) < len(found) - len(true)
    assert len(found) - len(true) >= FEWEST_WRONG


async def test_the_order_tells_nothing():
    texts = [choice.text for choice in await asked(SAID)]
    assert texts == sorted(texts)


async def test_a_fact_that_was_asked_back_about_before_is_not_asked_about_again_until_it_is_established():
    assert await asked(SAID, asked_back=frozenset({1})) == ()
    assert await asked(SAID, asked_back=frozenset({1}), established=frozenset({"map"})) != ()


async def test_a_question_that_was_shown_is_not_shown_again():
    assert await asked(SAID, shown=frozenset({1})) == ()


async def test_what_says_nothing_of_it_is_not_asked_back_about():
    assert await asked("The moon is green.") == ()
    assert await asked(SAID, missing=("army",)) == ()
