"""Moments that were unfair to a player once, as a player meets them."""

from typing import Any

import pytest
from tests.support import say

from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import game_context


async def asked(engine: GameEngine, puzzle: str, lang: str, *messages: str) -> list[Any]:
    session = await engine.create_session(puzzle, lang=lang)
    return await say(engine, session.session_id, *messages)


@pytest.mark.parametrize(
    ("puzzle", "question", "ruling"),
    [
        ("kind_answers_in_the_taxi", "后座有人吗？", "NO"),
        ("kind_answers_in_the_taxi", "后座有一只鹦鹉吗？", "YES"),
        ("empty_boxes", "是不是有人拿走的", "NO"),
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


@pytest.mark.parametrize(
    ("puzzle", "lang", "question"),
    [
        ("the_borrowed_jar", "en", "Was it his money?"),
        ("bread_on_the_water", "zh", "信是敌人写的吗？"),
        ("the_better_boat", "en", "Would it have helped if it was unpainted?"),
        ("the_borrowed_jar", "en", "Was the jar found by the neighbour?"),
        ("the_borrowed_jar", "en", "Was the money stolen by her son?"),
        ("the_borrowed_jar", "en", "Was the jar a gift?"),
        ("the_borrowed_jar", "zh", "钱是从银行拿的吗"),
        ("empty_boxes", "en", "did the jays get the acorns from the neighbours?"),
        ("empty_boxes", "en", "were the jays fed by neighbours?"),
        ("empty_boxes", "zh", "松鸦的橡子是从邻居那里拿的吗"),
        ("empty_boxes", "zh", "松鸦是邻居喂的吗"),
        ("the_better_boat", "en", "Did she repair the boat under water?"),
        ("blank_paper", "zh", "考卷被偷了吗"),
        ("blank_paper", "zh", "考卷是假的吗"),
        ("blank_paper", "en", "Did the pupils get the key from the teacher's husband?"),
        ("lift_out_of_order", "en", "Did she get the sign from the chess club?"),
        ("kind_answers_in_the_taxi", "zh", "应答的是ai吗"),
        ("kind_answers_in_the_taxi", "zh", "客人的猫先跳上车了吗"),
        ("kind_answers_in_the_taxi", "zh", "鹦鹉的话是跟孩子学的吗"),
    ],
)
async def test_no_question_is_ruled_as_one_with_another_owner_doer_or_deed(
    engine: GameEngine, puzzle: str, lang: str, question: str
):
    [event] = await asked(engine, puzzle, lang, question)
    assert event.event == "clarification_asked"


@pytest.mark.parametrize(
    ("puzzle", "lang", "question", "untold"),
    [
        ("watchmakers_soup", "en", "Does the cold make the clock go wrong?", ("warm", "somebody")),
        ("watchmakers_soup", "zh", "有人动过大钟吗？", ("慢",)),
        ("the_better_boat", "en", "Was the wood dry?", ("wet",)),
        ("the_better_boat", "zh", "船本来就漏吗？", ("不漏",)),
        ("blank_paper", "en", "Was the exam stolen?", ("know", "find out")),
        ("lift_out_of_order", "zh", "老人喜欢猫吗", ("走楼梯",)),
        ("line_at_the_stall", "en", "Are they queueing for tickets?", ("think",)),
    ],
)
async def test_no_option_tells_the_contrary_or_the_cause_of_what_was_asked(
    engine: GameEngine, puzzle: str, lang: str, question: str, untold: tuple[str, ...]
):
    [event] = await asked(engine, puzzle, lang, question)
    assert event.options
    shown = " ".join([event.text, *(option.text for option in event.options)])
    assert not any(word in shown for word in untold)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Ask the caretaker who hung the sign"),
        ("en", "tell me who hung it"),
        ("zh", "去问管理员"),
        ("zh", "问托薇谁割的封蜡"),
    ],
)
async def test_a_command_is_no_question_about_the_case(engine: GameEngine, lang: str, told: str):
    [event] = await asked(engine, "lift_out_of_order", lang, told)
    assert event.event == "clarification_asked"
    assert ("yes or no" if lang == "en" else "是非问题") in event.prompt


async def test_the_near_ruling_beats_the_broad_one_and_brings_its_fact(engine: GameEngine):
    [event] = await asked(engine, "kind_answers_in_the_taxi", "zh", "后座有一只鹦鹉吗？")
    assert event.progress > 0


async def test_a_narrower_word_than_any_that_came_up_is_not_shown(engine: GameEngine):
    [event] = await asked(engine, "congratulations", "en", "a piece of clothing?")
    shown = [event.text, *(option.text for option in event.options)]
    assert not any("pullover" in text or "jumper" in text for text in shown)


async def test_an_answer_that_was_not_followed_is_put_together_free_of_charge(engine: GameEngine):
    [event] = await asked(engine, "wrong_umbrella", "en", "/answer Zebras paint the moon on Thursdays.")
    assert (event.event, event.charged, event.cloze.gap) == ("clarification_asked", False, 1)


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_whoever_knows_the_solution_fills_the_cloze_and_has_solved_it(engine: GameEngine, lang: str):
    puzzle = (await game_context(engine, "wrong_umbrella", lang)).puzzle
    events = await asked(engine, "wrong_umbrella", lang, "/answer", *map(str, puzzle.cloze.key), "yes")
    assert [event.event for event in events[-3:]] == [
        "hypothesis_judged",
        "solution_revealed",
        "session_ended",
    ]
    assert events[-1].score == 100


async def test_what_an_answer_cost_stays_charged_when_it_is_undone(engine: GameEngine):
    puzzle = (await game_context(engine, "wrong_umbrella", "en")).puzzle
    key = " ".join(map(str, puzzle.cloze.key))
    wrong = " ".join(str(pick % 5 + 1) for pick in puzzle.cloze.key)
    events = await asked(engine, "wrong_umbrella", "en", f"/answer {wrong}", "/undo", f"/answer {key}")
    assert [event.verdict for event in events if event.event == "hypothesis_judged"] == ["WRONG", "SOLVED"]
    assert events[-1].score == 95


async def test_a_sentence_that_was_ruled_yes_is_followed_in_an_answer(engine: GameEngine):
    question, claim = "Was there a parrot on the back seat?", "There was a parrot on the back seat."
    events = await asked(engine, "kind_answers_in_the_taxi", "en", question, f"/answer {claim}")
    assert events[0].ruling == "YES"
    [judged] = [event for event in events if event.event == "hypothesis_judged"]
    assert judged.verdict == "PARTIAL"


async def test_hints_that_were_read_and_undone_are_charged(engine: GameEngine):
    session = await engine.create_session("wrong_umbrella", lang="en")
    events = await say(engine, session.session_id, "/hint", "/hint", "/undo 2", "/hint", "/giveup")
    assert [event.level for event in events if event.event == "hint_given"] == [1, 2, 3]
    assert events[-1].hints == 3


async def test_undo_takes_back_the_hint_that_was_seen_last_and_then_the_question_back(engine: GameEngine):
    session = await engine.create_session("wrong_umbrella", lang="en")
    asked_back, *events = await say(
        engine, session.session_id, "the police and a letter", "/hint", "/undo", "1", "/status"
    )
    hint, undone, _, picked, status = events
    assert [event.event for event in (hint, undone)] == ["hint_given", "turns_undone"]
    assert picked.text == asked_back.options[0].text
    assert "Hints used: 1" in status.text


@pytest.mark.parametrize(
    ("lang", "told", "secret"),
    [
        ("en", "Was there something written inside the umbrella?", "help"),
        ("zh", "伞里面写了什么字吗？", "救"),
    ],
)
async def test_common_words_do_not_give_away_what_they_mean_together(
    engine: GameEngine, lang: str, told: str, secret: str
):
    events = await asked(engine, "wrong_umbrella", lang, told, "0")
    shown = [option.text for event in events for option in getattr(event, "options", ())]
    assert shown and not [text for text in shown if secret in text]


async def test_undo_drops_a_question_back_that_was_seen_last(engine: GameEngine):
    events = await asked(
        engine, "wrong_umbrella", "en", "Did she swim?", "the police and a letter", "/undo", "1"
    )
    assert [event.event for event in events[-2:]] == ["command_result", "command_result"]


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "Hello!"), ("en", "good morning"), ("zh", "你好"), ("zh", "大家好！")]
)
async def test_a_greeting_is_answered_in_a_line_and_free(engine: GameEngine, lang: str, said: str):
    [event] = await asked(engine, "wrong_umbrella", lang, said)
    assert event.event == "command_result"
    assert ("?" in event.text or "？" in event.text) and "\n" not in event.text


async def test_a_number_that_is_not_offered_is_said_to_be_none(engine: GameEngine):
    *_, event, picked = await asked(engine, "wrong_umbrella", "en", "the police and a letter", "99", "1")
    assert event.text.startswith("There is no such number")
    assert picked.event == "question_ruled"


@pytest.mark.parametrize(
    ("messages", "open_again"),
    [
        (("the police and a letter",), True),
        (("the police and a letter", "/hint"), True),
        (("the police and a letter", "0"), False),
        (("Was the umbrella stolen?",), False),
    ],
)
async def test_what_can_still_be_picked_is_known_from_the_log(
    engine: GameEngine, messages: tuple[str, ...], open_again: bool
):
    session = await engine.create_session("wrong_umbrella", lang="en")
    first, *_ = await say(engine, session.session_id, *messages)
    entries = engine.storage.event_log.read(session.session_id)
    choice = engine.games["situation_puzzle"].open_choice(session.projection.state.get("game"), entries)
    assert choice == (first if open_again else None)


async def test_what_leads_to_a_fact_is_told_to_be_warm_and_counts_a_little(engine: GameEngine):
    [event] = await asked(engine, "bread_on_the_water", "zh", "面包会漂到城外去吗？")
    assert event.ruling == "YES"
    assert 0 < event.progress < 0.25
    assert event.remark == "有点眉目了。"


@pytest.mark.parametrize("back", ["0", "not that"])
async def test_a_ruling_on_what_was_not_meant_is_taken_back_free_of_charge(engine: GameEngine, back: str):
    session = await engine.create_session("lift_out_of_order", lang="en")
    [ruled] = await say(engine, session.session_id, "Is climbing the stairs good for his health?")
    assert (ruled.ruled_as, ruled.text) == (True, "Is it good for his health?")
    events = await say(engine, session.session_id, back, "/status")
    assert [event.event for event in events[:2]] == ["turns_undone", "clarification_asked"]
    assert ruled.text not in [option.text for option in events[1].options]
    assert events[0].progress == 0


LAMP_FOUND = "Did the fishermen steer by the lamp in her window?"
LAMP_TOLD = "/answer The fishermen steered by the lamp in the old woman's window."


@pytest.mark.parametrize(("first", "offered"), [(LAMP_FOUND, True), (LAMP_TOLD, False)])
async def test_the_board_is_offered_only_where_it_can_carry_the_answer(
    engine: GameEngine, first: str, offered: bool
):
    *_, last = await asked(
        engine,
        "lamp_in_the_window",
        "en",
        first,
        "Were three boats still at sea that night?",
        "Would the boats have run onto the rocks without the lamp?",
        "Did the villagers hold up their lanterns in place of the lamp?",
    )
    assert last.progress == 1.0
    assert ("put it together" in last.remark) is offered


@pytest.mark.parametrize(
    ("puzzle", "lang", "question", "secret"),
    [
        ("twelve_songs_at_nine", "en", "Was a concert held?", "hostage"),
        ("twelve_songs_at_nine", "en", "Is the engineer holding something?", "hostage"),
        ("wrong_umbrella", "zh", "女人跟着男人吗？", "控制"),
        ("wrong_umbrella", "zh", "女人看着菜单吗？", "盯着"),
        ("congratulations", "en", "Did the neighbours think that one little thing was hers?", "baby"),
    ],
)
async def test_everyday_words_bring_up_no_secret(
    engine: GameEngine, puzzle: str, lang: str, question: str, secret: str
):
    [event] = await asked(engine, puzzle, lang, question)
    shown = [event.text if event.text != question else ""]
    shown += [option.text for option in getattr(event, "options", [])]
    assert not any(secret in text for text in shown)


async def test_a_board_that_comes_to_hold_all_is_offered_although_an_answer_told_it_before(
    engine: GameEngine,
):
    *_, before, last = await asked(
        engine,
        "lamp_in_the_window",
        "en",
        LAMP_TOLD,
        "Were three boats still at sea that night?",
        "Would the boats have run onto the rocks without the lamp?",
        "Did the villagers hold up their lanterns in place of the lamp?",
        LAMP_FOUND,
    )
    assert ("put it together" in before.remark, "put it together" in last.remark) == (False, True)


async def test_a_denial_is_not_ruled_as_the_claim_that_it_denies(engine: GameEngine):
    [event] = await asked(engine, "wrong_umbrella", "en", "The police did not free the owner that evening.")
    assert event.event == "clarification_asked" or event.ruling == "NO"


@pytest.mark.parametrize(
    ("puzzle", "lang", "question"),
    [
        ("congratulations", "zh", "邻居怀孕了吗？"),
        ("lift_out_of_order", "en", "Did the caretaker have an operation?"),
        ("bread_on_the_water", "zh", "邻居知道面包里有纸条吗？"),
        ("the_better_boat", "en", "Did the brother save the sister?"),
    ],
)
async def test_what_is_true_of_one_is_not_ruled_so_of_another(
    engine: GameEngine, puzzle: str, lang: str, question: str
):
    [event] = await asked(engine, puzzle, lang, question)
    assert getattr(event, "ruling", None) != "YES"


LAMP_BOARD = (
    LAMP_FOUND,
    "Were three boats still at sea that night?",
    "Would the boats have run onto the rocks without the lamp?",
    "Did the villagers hold up their lanterns in place of the lamp?",
)


async def test_what_was_found_is_filled_in_where_words_are_not_followed(engine: GameEngine):
    told = "/answer Everybody out there finds home by her light, so the whole village stood in for it that night."
    *_, offer = await asked(engine, "lamp_in_the_window", "en", *LAMP_BOARD, told)
    puzzle = (await game_context(engine, "lamp_in_the_window", "en")).puzzle
    gaps = zip(offer.cloze.gaps, puzzle.cloze.gaps, strict=True)
    filled = [(shown.pick, gap.right) for shown, gap in gaps if shown.pick]
    assert filled and all(pick == right for pick, right in filled)


@pytest.mark.parametrize("reply", ["0", "1", "yes"])
async def test_a_false_story_is_not_solved_by_a_yes_though_everything_was_found(
    engine: GameEngine, reply: str
):
    told = "/answer A ghost from the lighthouse blew out every candle and the mayor paid for it."
    *_, offer, last = await asked(engine, "lamp_in_the_window", "en", *LAMP_BOARD, told, reply)
    assert offer.event == "clarification_asked"
    assert getattr(last, "verdict", "") in ("", "PARTIAL", "CLOSE")


async def test_what_is_plainly_false_is_judged_though_everything_was_found(engine: GameEngine):
    false = "/answer The fishermen did not steer by the lamp in the old woman's window."
    *_, judged = await asked(engine, "lamp_in_the_window", "en", *LAMP_BOARD, false)
    assert (judged.event, judged.verdict) == ("hypothesis_judged", "WRONG")
