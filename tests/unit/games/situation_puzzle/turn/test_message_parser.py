"""The parser of player messages, by rules alone."""

import pytest

from echoes.games.situation_puzzle.turn.message_parser import parse_message
from echoes.language.readers import reader_for


def kind(message: str, language: str = "en") -> str:
    return parse_message(message, reader_for(language)).kind


@pytest.mark.parametrize(
    "message",
    [
        "Was he alone?",
        "He was alone",
        "he was alone",
        "why?",
        "Did he give up smoking?",
        "Is a hint of gas in the air?",
    ],
)
def test_questions_and_short_claims_are_questions(message: str):
    assert kind(message) == "question"


@pytest.mark.parametrize(
    "message", ["/hint", "／提示", "hint", "Can I have a hint?", "提示", "给我一个提示吧"]
)
def test_hints(message: str):
    assert kind(message, "zh" if "提" in message else "en") == "hint"


@pytest.mark.parametrize(
    "message", ["/answer He did it", "/答案他做的", "Final answer: he did it", "我的答案是：他做的"]
)
def test_final_answers(message: str):
    found = parse_message(message, reader_for("en"))
    assert found.kind == "hypothesis"
    assert found.text in ("He did it", "he did it", "他做的")


@pytest.mark.parametrize(
    ("message", "command"),
    [("/undo 2", "undo"), ("/撤销 2", "undo"), ("/GIVEUP", "giveup"), ("/放弃", "giveup"), ("/recap", "recap"),
     ("/回顾", "recap"), ("/status", "status"), ("/状态", "status"), ("/challenge", "challenge"), ("/质疑", "challenge"),
     ("/help", "help"), ("/帮助", "help"), ("/quit", "quit"), ("/退出", "quit"), ("/restart", "restart"),
     ("/重来", "restart"), ("/重新开始", "restart"), ("/story", "story"), ("/题目", "story"), ("/answer", "answer")],
)  # fmt: skip
def test_commands_in_both_languages(message: str, command: str):
    found = parse_message(message, reader_for("en"))
    assert (found.kind, found.command) == ("command", command)


@pytest.mark.parametrize("message", ["/answer 1 2", "/answer #1 because #2", "/答案 1、2", "/answer 3"])
def test_an_answer_of_numbers_is_from_the_board_and_so_is_one_with_marked_numbers(message: str):
    assert kind(message) == "board"


@pytest.mark.parametrize(
    "message",
    ["/answer 2 men died", "/answer 2 30-year-old twins swapped umbrellas", "/答案 2、3 天前他下了毒"],
)
def test_an_answer_that_begins_with_numbers_and_goes_on_in_words_is_in_words(message: str):
    assert kind(message) == "hypothesis"


@pytest.mark.parametrize(
    ("message", "command"),
    [("help me please", "help"), ("怎么玩", "help"), ("take that back", "undo"), ("我要回答", "answer"),
     ("how many questions are left?", "status"), ("再说一遍题目", "story"), ("what do we know so far?", "recap")],
)  # fmt: skip
def test_plain_words_are_taken_for_the_command_that_serves(message: str, command: str):
    assert parse_message(message, reader_for("en")).command == command


@pytest.mark.parametrize(
    "message", ["I give up", "告诉我答案吧", "I'm stuck", "start over", "help?", "thanks"]
)
def test_words_that_cost_something_or_may_be_about_the_case_are_answered_apart(message: str):
    assert kind(message) == "words"


def test_a_number_is_a_pick():
    assert parse_message("２", reader_for("zh")).number == 2
    assert kind("1.") == "pick"
    assert kind("12 men?") == "question"


def test_a_story_is_asked_back_before_it_is_judged():
    assert kind("He was ill. He feared the snow. So he kept silent.") == "route"
    assert kind("Was he ill? Did he fear snow?") == "question"


def test_an_unknown_command_stays_unknown():
    found = parse_message("/dance now", reader_for("en"))
    assert (found.kind, found.command, found.text) == ("command", "dance", "now")
