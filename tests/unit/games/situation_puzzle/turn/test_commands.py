"""Commands: what each says, and what it takes back."""

from typing import Any

import pytest
from tests.support import entry
from tests.unit.games.situation_puzzle.table import SNOW, SaysReferee, Table, asked_back, only, ruled, said

from echoes.core.log.entries import Entry
from echoes.games.situation_puzzle.events import RulingChallenged
from echoes.games.situation_puzzle.referees.types import Review
from echoes.games.situation_puzzle.turn.commands import run_command
from echoes.games.situation_puzzle.turn.message_parser import ParsedMessage

HINT = entry(event="hint_given", level=1, turn=3, text="x", remaining=1)
LOG = (ruled("Did it snow?", "YES", SNOW, turn=1), ruled("Was it broken?", "NO", turn=2), HINT)


async def run(command: str, *log: Entry, argument: str = "", **more: Any) -> Any:
    return await Table(*log, **more).after(run_command, parsed=ParsedMessage("command", argument, command))


async def test_an_unknown_command_is_named_with_what_there_is():
    text, phrases = said(await run("dance")), Table().phrases
    assert "/dance" in text and phrases.help in text


async def test_status_counts_questions_hints_and_progress():
    assert said(await run("status", *LOG, bounds={"max_questions": 9})) == (
        "Questions: 2 of 9. Hints used: 1, left: 1. Progress: 50%."
    )


async def test_recap_lists_the_rulings_that_stand_by_word_each_question_once():
    again = ruled("Was it broken?", "NO", turn=4)
    told = said(await run("recap", *LOG, again)).splitlines()
    assert told[1:] == ["YES: Did it snow?", "NO: Was it broken?"]
    assert said(await run("recap")) == Table().phrases.recap_empty


async def test_recap_says_what_was_asked_in_the_words_in_which_it_was_asked():
    asked = ruled("Was it broken?", "NO", turn=2).changed(asked="did it crack?")
    told = said(await run("recap", *LOG[:1], asked)).splitlines()
    assert told[1:] == ["YES: Did it snow?", "NO: did it crack? (taken as: Was it broken?)"]


async def test_recap_lists_final_answers_that_told_something_of_the_truth():
    def judged(text: str, verdict: str, source: str = "embedded") -> Entry:
        return entry(event="hypothesis_judged", text=text, verdict=verdict, source=source, turn=5)

    log = [judged("It snowed.", "PARTIAL"), judged("It rained.", "WRONG"), judged("On 1", "CLOSE", "board")]
    told = said(await run("recap", *log, judged("It snowed.", "PARTIAL"))).splitlines()
    assert told[1:] == [Table().phrases.format("recap_answer", text="It snowed.")]


@pytest.mark.parametrize(("argument", "count"), [("", 1), ("2", 2), ("9", 3)])
async def test_undo_takes_the_latest_turns_back(argument: str, count: int):
    assert (await run("undo", *LOG, argument=argument)).get("undo") == count


async def test_undo_names_what_goes_the_latest_first():
    told = said(await run("undo", *LOG, argument="2"))
    assert told == "Taken back: a hint (you have read it, so it still counts), “Was it broken?” (NO)."
    many = said(await run("undo", *(ruled(f"{n}?", turn=n) for n in range(9)), argument="9"))
    assert many.count("“") == 5 and many.endswith("…."), "only the latest are named"


@pytest.mark.parametrize("argument", ["0", "-1", "all", "1.5"])
async def test_undo_takes_a_number_from_one(argument: str):
    undone = await run("undo", *LOG, argument=argument)
    assert said(undone) == Table().phrases.undo_usage and "undo" not in undone


async def test_an_open_question_is_dropped_before_any_turn_is_taken_back():
    log = (*LOG, asked_back("question", "x", "a?", choices=(0,)))
    dropped = await run("undo", *log)
    assert (said(dropped), "undo" in dropped) == (Table().phrases.undone_pending, False)
    assert only(dropped).trace.closes  # type: ignore[union-attr]
    assert (await run("undo", *log, argument="1")).get("undo") == 1


async def test_there_may_be_nothing_to_take_back_or_to_challenge():
    phrases = Table().phrases
    assert said(await run("undo")) == phrases.undo_nothing
    assert said(await run("challenge")) == phrases.challenge_none


@pytest.mark.parametrize(
    ("review", "remark", "progress"),
    [
        (Review("upheld", "why"), "challenge_upheld", 0.5),
        (Review("unsettled", "why"), "challenge_unsettled", 0.5),
        (Review("withdrawn", "why"), "challenge_withdrawn", 0.0),
        (Review("overturned", "why", "NO"), "challenge_overturned", 0.0),
    ],
)
async def test_a_challenge_reviews_the_last_ruling(review: Review, remark: str, progress: float):
    table = Table(LOG[0], referee=SaysReferee(review))
    event = only(await table.after(run_command, parsed=ParsedMessage("command", command="challenge"))).event
    assert isinstance(event, RulingChallenged)
    assert (event.turn, event.ruling, event.new_ruling) == (1, "YES", review.ruling)
    assert event.remark == table.phrases.format(remark, ruling="NO")
    assert event.progress == progress
    assert "why" not in event.model_dump_json(), "reasons are for the log"


async def test_models_that_disagree_say_so():
    split = SaysReferee(Review("unsettled", "votes"), prompt_version="v1")
    event = only(await run("challenge", LOG[0], referee=split)).event
    assert event.remark == Table().phrases.challenge_split  # type: ignore[attr-defined]


async def test_a_review_that_could_not_be_made_changes_nothing():
    away = SaysReferee(Review("unsettled", "refused", unavailable="model_away"))
    assert said(await run("challenge", LOG[0], referee=away)) == Table().phrases.model_away


async def test_what_the_author_settled_is_upheld_without_a_review():
    corrected = entry(
        event="ruling_corrected",
        turn=1,
        text="Did it snow?",
        ruling="YES",
        new_ruling="NO",
        by="author",
        remark="",
    )
    referee = SaysReferee()
    event = only(await run("challenge", LOG[0], corrected, referee=referee)).event
    assert (event.outcome, referee.asked) == ("upheld", [])  # type: ignore[attr-defined]


async def test_only_giving_up_ends_the_game():
    assert (await run("giveup")).get("gives_up")
    for name in ("help", "quit", "answer"):
        assert "gives_up" not in await run(name, *LOG)
