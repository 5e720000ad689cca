"""Which flow a message takes, and what is answered without any."""

from typing import Any

import pytest
from tests.support import canary_puzzle, entry
from tests.unit.games.situation_puzzle.table import SaysReferee, Table, asked_back, only, ruled, said

from echoes.core.log.events import TurnFailed
from echoes.games.situation_puzzle.turn.classify import classify_message, route_by_type
from echoes.games.situation_puzzle.turn.commands import run_command
from echoes.games.situation_puzzle.turn.message_parser import ParsedMessage

OFFERED = asked_back("question", "the bell", "Was the bell broken?", "Is the sexton old?", choices=(0, 3))


async def flow(message: str, table: Table | None = None) -> str:
    return route_by_type(await (table or Table()).after(classify_message, message=message))


@pytest.mark.parametrize(
    ("message", "node"),
    [
        ("Was the bell broken?", "rule_on_question"),
        ("/answer He feared the snow", "judge_hypothesis"),
        ("/hint", "check_hint_budget"),
        ("/status", "run_command"),
        ("hello", "narrate"),
        ("", "narrate"),
    ],
)
async def test_each_kind_of_message_takes_its_flow(message: str, node: str):
    assert await flow(message) == node


@pytest.mark.parametrize("message", ["never mind", "no", "yes", "forget it", "算了"])
async def test_a_reply_to_nothing_is_told_that_there_is_nothing_to_choose(message: str):
    assert said(await Table().after(classify_message, message=message)) == Table().phrases.nothing_to_pick


async def test_a_message_that_is_too_long_is_refused_with_both_numbers():
    refused = only(await Table(bounds={"max_message_chars": 5}).after(classify_message, message="a" * 6))
    assert isinstance(refused.event, TurnFailed)
    assert "6" in refused.event.error and "5" in refused.event.error
    assert await flow("a" * 5, Table(bounds={"max_message_chars": 5})) == "rule_on_question"


async def test_after_the_end_nothing_is_played_but_what_was_found_can_be_read():
    ended = entry(event="session_ended", status="ABORTED", score=0, questions=0, hints=0)
    table = Table(ended)
    over, left = [
        only(await table.after(classify_message, message=said)).event for said in ("Was it?", "/quit")
    ]
    assert [over.text, over.command, left.command] == [table.phrases.ended, "ended", "quit"]  # type: ignore[attr-defined]
    for served in ("/recap", "/story", "/status", "/restart"):
        assert await flow(served, table) == "run_command"


async def test_a_number_without_a_choice_or_out_of_its_range_costs_nothing():
    assert said(await Table().after(classify_message, message="1")) == Table().phrases.nothing_to_pick
    assert "2" in said(await Table(OFFERED).after(classify_message, message="3"))


async def test_a_picked_question_is_ruled_as_its_author_did():
    event = only(await Table(OFFERED).after(classify_message, message="1")).event
    assert (event.text, event.ruling, event.asked) == ("Was the bell broken?", "NO", "the bell")  # type: ignore[attr-defined]


async def test_none_of_what_was_offered_closes_the_choice():
    table = Table(OFFERED)
    declined = only(await table.after(classify_message, message="0"))
    assert declined.trace is not None and declined.trace.closes  # type: ignore[attr-defined]
    assert declined.event.text == table.phrases.none_meant  # type: ignore[attr-defined]


async def test_a_picked_question_is_not_ruled_when_all_questions_are_used():
    table = Table(ruled("?"), OFFERED, bounds={"max_questions": 1})
    assert said(await table.after(classify_message, message="1")) == table.phrases.format(
        "question_limit", limit=1
    )


async def test_a_ruling_on_another_question_is_taken_back_and_asked_anew():
    pending = {"kind": "ruled_as", "text": "mine?", "choices": [3], "wordings": ["Is the sexton old?"]}
    waiting = {**pending, "not_meant": 0}
    table = Table(ruled("Was the bell broken?", "NO", pending=waiting))
    declined = await table.after(classify_message, message="0")
    assert declined.get("parsed") == ParsedMessage("question", "mine?", not_meant=0)
    picked = await table.after(classify_message, message="1")
    assert picked.get("undo") == 1
    assert only(picked).event.text == "Is the sexton old?"  # type: ignore[attr-defined]


async def test_yes_takes_the_only_question_that_is_offered_and_no_none_of_them():
    only_one = Table(asked_back("question", "the bell", "Was the bell broken?", choices=(0,)))
    picked: Any = only(await only_one.after(classify_message, message="yes")).event
    assert picked.text == "Was the bell broken?"
    several = Table(OFFERED)
    assert "2" in said(await several.after(classify_message, message="yes"))
    assert said(await several.after(classify_message, message="no")) == several.phrases.none_meant


STUCK, STARTED_OVER = "I'm stuck", "start over"


@pytest.mark.parametrize(
    ("message", "options"),
    [
        (STUCK, ["hint"]),
        (STARTED_OVER, ["restart"]),
        ("help?", ["help", ""]),
        ("any clues in it? a clue?", []),
    ],
)
async def test_what_may_be_for_the_game_is_asked_back_free_of_charge(message: str, options: list[str]):
    table = Table()
    found = await table.after(classify_message, message=message)
    if not options:
        assert route_by_type(found) == "rule_on_question"
        return
    event = only(found).event
    offers = [
        table.phrases.for_the_game[one].format(cost=8) if one else table.phrases.route_question
        for one in options
    ]
    assert [option.text for option in event.options] == offers  # type: ignore[attr-defined]
    assert event.charged is False  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("message", "reply", "node"),
    [
        (STUCK, "1", "check_hint_budget"),
        (STUCK, "yes", "check_hint_budget"),
        (STUCK, "no", "narrate"),
        (STARTED_OVER, "1", "run_command"),
        ("a tip?", "2", "rule_on_question"),
    ],
)
async def test_the_player_says_what_was_meant_for_the_game(message: str, reply: str, node: str):
    asked = only(await Table().after(classify_message, message=message))
    assert await flow(reply, Table(asked)) == node


@pytest.mark.parametrize(
    "message", ["thanks", "hello", "how do I play?", "/recap", "/status", "what was the story?"]
)
async def test_talk_and_what_only_shows_something_leave_on_offer_what_is(message: str):
    for offer in (OFFERED, only(await Table().after(classify_message, message=STUCK))):
        replied = await Table(offer).after(classify_message, message=message)
        if route_by_type(replied) == "run_command":
            replied = await Table(offer).after(run_command, parsed=replied["parsed"])  # type: ignore[typeddict-item]
        node = "narrate" if offer is OFFERED else "check_hint_budget"
        assert await flow("1", Table(offer, only(replied))) == node


async def test_what_was_offered_is_no_longer_once_it_is_done():
    asked = only(await Table().after(classify_message, message=STARTED_OVER))
    restarted = only(
        await Table(asked).after(run_command, parsed=ParsedMessage("command", command="restart"))
    )
    table = Table(asked, restarted)
    assert said(await table.after(classify_message, message="1")) == table.phrases.nothing_to_pick


async def test_an_authored_wording_is_a_question_though_it_may_be_for_the_game():
    rulings = [*canary_puzzle()["rulings"], {"text": "Help?", "ruling": "NO"}]
    assert await flow("help?", Table(rulings=rulings)) == "rule_on_question"
    assert await flow("help?") == "narrate"


@pytest.mark.parametrize(
    ("statement", "guess", "stuck"),
    [
        ("I climb the stairs and never come down.", "I fell off the roof", "I'm stuck"),
        ("You hear a knock and do not open.", "my friends died", "I need a hint"),
        ("我走进电梯，再也没有出来。", "我被人害了", "我卡住了"),
    ],
)
async def test_in_a_story_of_me_or_you_a_guess_about_them_is_for_the_case_and_being_stuck_is_not(
    statement: str, guess: str, stuck: str
):
    language = "en" if statement.isascii() else "zh"
    told = Table(statement=statement, language=language, rulings=[])
    assert await flow(guess, told) == "rule_on_question"
    assert await flow(stuck, told) in ("narrate", "check_hint_budget")
    asks = "Do you know why?" if language == "en" else "你知道为什么吗？"
    of_others = Table(statement=f"{Table().puzzle.statement} {asks}", language=language, rulings=[])
    assert await flow(guess, of_others) == "narrate"  # in a story of others it is the player who speaks


async def test_after_the_end_a_player_may_start_over():
    ended = entry(event="session_ended", status="ABORTED", score=0, questions=0, hints=0)
    assert [await flow(one, Table(ended)) for one in ("/restart", "start over")] == ["run_command"] * 2


@pytest.mark.parametrize(("number", "kind"), [("1", "hypothesis"), ("2", "question")])
async def test_the_player_says_what_a_story_is(number: str, kind: str):
    table = Table(asked_back("route", "He was ill. It snowed.", "answer", "question"))
    parsed = (await table.after(classify_message, message=number)).get("parsed")
    assert parsed == ParsedMessage(kind, "He was ill. It snowed.", as_it_stands=True)  # type: ignore[arg-type]


async def test_what_reads_like_an_answer_is_asked_about_whoever_rules():
    story = "He was ill. He feared the snow. So he kept silent."
    assert await flow(story) == "narrate"
    assert await flow(story, Table(referee=SaysReferee(prompt_version="v1"))) == "narrate"
