"""A question: ruled once, repeated free of charge, or asked back without a word too many."""

from typing import Any

import pytest
from tests.support import entry
from tests.unit.games.situation_puzzle.table import FEARED, SNOW, SaysReferee, Table, only, ruled, said

from echoes.core.operation.usage import Usage
from echoes.games.situation_puzzle.events import PuzzleClarificationAsked, QuestionRuled, RulingUnavailable
from echoes.games.situation_puzzle.referees.types import Abstention, Choice, Correction, PastRuling, Ruling
from echoes.games.situation_puzzle.turn.message_parser import ParsedMessage
from echoes.games.situation_puzzle.turn.questions import rule_on_question

YES = Ruling("YES", "embedded", (SNOW,), authored=2)
CHOICES = (Choice(2, "Was there snow?", "YES", (SNOW,), 0.4), Choice(0, "Was it broken?", "NO", (), 0.3))


async def asked(text: str, table: Table, **more: Any) -> Any:
    return await table.after(rule_on_question, parsed=ParsedMessage("question", text, **more))


async def test_a_ruling_shows_word_and_progress_and_keeps_the_rest_for_the_log():
    found = only(await asked("Was there snow?", Table(referee=SaysReferee(YES))))
    event = found.event
    assert isinstance(event, QuestionRuled)
    assert (event.ruling, event.progress, event.charged) == ("YES", 0.5, True)
    assert found.trace.facts == [SNOW]  # type: ignore[union-attr]
    assert SNOW not in event.model_dump_json()


@pytest.mark.parametrize(
    ("written", "shown"), [("the dog?", "The dog?"), ("Dr Ross?", "Dr Ross?"), ("狗？", "狗？")]
)
async def test_what_is_offered_begins_with_a_capital(written: str, shown: str):
    choice = Choice(0, written, "NO", (), 0.3)
    table = Table(referee=SaysReferee(Abstention("unsure", (choice, CHOICES[0]))))
    event = only(await asked("What fell?", table)).event
    assert [option.text for option in event.options] == [shown, "Was there snow?"]  # type: ignore[attr-defined]


async def test_the_same_words_again_are_free_and_ask_no_referee():
    table = Table(ruled("Was there snow?", "NO"))
    event = only(await asked("was there SNOW", table)).event
    assert (event.ruling, event.charged, event.remark) == ("NO", False, table.phrases.asked_before)  # type: ignore[attr-defined]
    assert table.referee.asked == []


async def test_what_the_author_settled_holds_whoever_rules():
    corrected = entry(
        {"facts": []}, event="ruling_corrected", turn=1, text="Was there snow?", ruling="YES",
        new_ruling="NO", by="author", remark="",
    )  # fmt: skip
    log = (ruled("Was there snow?"), corrected)
    table = Table(*log, referee=SaysReferee(prompt_version="v1"))
    event = only(await asked("Was there snow?", table)).event
    assert (event.ruling, event.source) == ("NO", "author")  # type: ignore[attr-defined]


async def test_a_question_ruled_as_another_can_be_taken_back():
    as_another = Ruling("YES", "embedded", authored=2, ruled_as="Was there snow?", instead=CHOICES[1:])
    found = only(await asked("white stuff?", Table(referee=SaysReferee(as_another))))
    event, waiting = found.event, found.trace.pending  # type: ignore[union-attr]
    assert (event.text, event.asked, event.ruled_as) == ("Was there snow?", "white stuff?", True)  # type: ignore[attr-defined]
    assert (waiting["kind"], waiting["not_meant"], waiting["choices"]) == ("ruled_as", 2, [0])


async def test_a_ruling_that_is_taken_back_proves_nothing_for_the_next():
    table = Table(ruled("Was there snow?", "YES", SNOW), referee=SaysReferee(Abstention("unknown")))
    turn = await asked("white stuff?", table, not_meant=2)
    [question] = table.referee.asked
    assert (turn["undo"], question.not_meant, question.earlier) == (1, 2, ())


async def test_no_question_is_ruled_after_the_last():
    table = Table(ruled("?"), bounds={"max_questions": 1})
    assert said(await asked("Was it?", table)) == table.phrases.format("question_limit", limit=1)
    assert table.referee.asked == []


@pytest.mark.parametrize(
    ("reason", "choices", "prompt"),
    [("unsure", CHOICES, "unsure"), ("unsure", CHOICES[:1], "unsure_of_one"), ("many", CHOICES, "many")],
)
async def test_an_unsure_referee_asks_back_with_numbers_and_wordings_alone(
    reason: Any, choices: tuple[Choice, ...], prompt: str
):
    table = Table(referee=SaysReferee(Abstention(reason, choices)))
    event = only(await asked("white?", table)).event
    assert isinstance(event, PuzzleClarificationAsked)
    assert event.prompt.startswith(table.phrases.format(prompt))
    assert [option.model_dump() for option in event.options] == [
        {"n": n, "text": choice.text} for n, choice in enumerate(choices, 1)
    ]


@pytest.mark.parametrize(
    ("reason", "shown", "failed"),
    [("unsure", "unknown", False), ("language", "language", False), ("model_away", "model_away", True)],
)
async def test_without_a_ruling_it_is_said_why(reason: Any, shown: str, failed: bool):
    table = Table(referee=SaysReferee(Abstention(reason)))
    found = only(await asked("white?", table))
    assert isinstance(found.event, RulingUnavailable)
    assert found.event.reason == table.phrases.format(shown)
    assert found.trace.failed is failed  # type: ignore[union-attr]


async def test_an_earlier_ruling_that_gives_way_is_corrected_after_the_new_one():
    earlier = PastRuling("Was there snow?", "YES", (SNOW,), 1)
    ruling = Ruling("YES", "m", (FEARED,), corrections=(Correction(earlier, "NO", (), "why"),))
    table = Table(ruled("Was there snow?", "YES", SNOW), referee=SaysReferee(ruling))
    now, corrected = (await asked("Was it dry?", table))["outbox"]
    assert (now.event.progress, corrected.event.progress) == (1.0, 0.5)
    assert (corrected.event.by, corrected.event.new_ruling) == ("referee", "NO")


@pytest.mark.parametrize(("calls", "left"), [(None, None), (5, 2), (2, 0)])
async def test_a_referee_is_told_the_calls_that_are_left(calls: int | None, left: int | None):
    referee = SaysReferee(Abstention("unknown"))
    table = Table(referee=referee, bounds={"calls_per_session": calls})
    await table.after(rule_on_question, parsed=ParsedMessage("question", "?"), spent={"model_calls": 3})
    [question] = referee.asked
    assert (question.calls_left, question.over_budget) == (left, left == 0)


@pytest.mark.parametrize(
    ("kind", "phrase"),
    [("hint", "ask"), ("restart", "ask_restart"), ("help", "help"), ("talk", "small_talk")],
)
async def test_what_a_model_takes_for_words_for_the_game_is_answered_with_what_serves(kind: Any, phrase: str):
    table = Table(referee=SaysReferee(Abstention(kind, usage=Usage(model_calls=1)), prompt_version="v1"))
    found = only(await asked("put me on the scent", table))
    said = getattr(found.event, "prompt", "") or found.event.text  # type: ignore[attr-defined]
    assert said == (getattr(table.phrases, phrase, "") or table.phrases.for_the_game[phrase])
    assert found.trace is not None and found.trace.usage == Usage(model_calls=1)
