"""Moments that were unfair to a player once, as a player meets them."""

from typing import Any

import pytest
from tests.support import say

from echoes.engine.engine import GameEngine


async def asked(engine: GameEngine, puzzle: str, lang: str, *messages: str) -> list[Any]:
    session = await engine.create_session(puzzle, lang=lang)
    return await say(engine, session.session_id, *messages)


@pytest.mark.parametrize(
    ("puzzle", "question", "ruling"),
    [
        ("kind_answers_in_the_taxi", "后座有人吗？", "NO"),
        ("kind_answers_in_the_taxi", "后座有一只鹦鹉吗？", "YES"),
        ("empty_boxes", "是不是有人拿走的", "NO"),
        ("lamp_in_the_window", "灯是油灯吗", "IRRELEVANT"),
        ("lamp_in_the_window", "是油灯吗", "IRRELEVANT"),
    ],
)
async def test_persons_things_and_trivial_rewordings_are_ruled_as_they_are(
    engine: GameEngine, puzzle: str, question: str, ruling: str
):
    [event] = await asked(engine, puzzle, "zh", question)
    assert (event.event, event.ruling) == ("question_ruled", ruling)


@pytest.mark.parametrize(
    ("puzzle", "question", "wrong"),
    [("lift_out_of_order", "楼梯上有人吗？", "NO"), ("bricked_up_room", "墙后面有什么吗？", "NO")],
)
async def test_what_is_open_is_not_ruled_by_another_kind(
    engine: GameEngine, puzzle: str, question: str, wrong: str
):
    [event] = await asked(engine, puzzle, "zh", question)
    assert getattr(event, "ruling", None) != wrong


async def test_the_near_ruling_beats_the_broad_one_and_brings_its_fact(engine: GameEngine):
    [event] = await asked(engine, "kind_answers_in_the_taxi", "zh", "后座有一只鹦鹉吗？")
    assert event.progress > 0


async def test_a_narrower_word_than_any_that_came_up_is_not_shown(engine: GameEngine):
    [event] = await asked(engine, "congratulations", "en", "a piece of clothing?")
    shown = [event.text, *(option.text for option in event.options)]
    assert not any("pullover" in text or "jumper" in text for text in shown)


async def test_an_answer_of_which_nothing_was_followed_is_free(engine: GameEngine):
    [event] = await asked(engine, "wrong_umbrella", "en", "/answer Zebras paint the moon on Thursdays.")
    assert (event.event, event.charged) == ("ruling_unavailable", False)


async def test_a_sentence_that_was_ruled_yes_is_followed_in_an_answer(engine: GameEngine):
    question, claim = "Was there a parrot on the back seat?", "There was a parrot on the back seat."
    events = await asked(engine, "kind_answers_in_the_taxi", "en", question, f"/answer {claim}", "0", "0")
    assert events[0].ruling == "YES"
    [judged] = [event for event in events if event.event == "hypothesis_judged"]
    assert judged.verdict == "PARTIAL"


async def test_hints_that_were_read_and_undone_are_charged(engine: GameEngine):
    session = await engine.create_session("wrong_umbrella", lang="en")
    events = await say(engine, session.session_id, "/hint", "/hint", "/undo 2", "/hint", "/giveup")
    assert [event.level for event in events if event.event == "hint_given"] == [1, 2, 3]
    assert events[-1].hints == 3


async def test_what_leads_to_a_fact_is_told_to_be_warm_and_counts_a_little(engine: GameEngine):
    [event] = await asked(engine, "bread_on_the_water", "zh", "面包会漂到城外去吗？")
    assert event.ruling == "YES"
    assert 0 < event.progress < 0.25
    assert event.remark == "有点眉目了。"


@pytest.mark.parametrize("back", ["0", "not that"])
async def test_a_ruling_on_what_was_not_meant_is_taken_back_free_of_charge(engine: GameEngine, back: str):
    session = await engine.create_session("lift_out_of_order", lang="en")
    [ruled] = await say(engine, session.session_id, "Would he take the lift if he could?")
    assert (ruled.ruled_as, ruled.text) == (True, "Would he have used the lift otherwise?")
    events = await say(engine, session.session_id, back, "/status")
    assert [event.event for event in events[:2]] == ["turns_undone", "clarification_asked"]
    assert ruled.text not in [option.text for option in events[1].options]
    assert events[0].progress == 0
