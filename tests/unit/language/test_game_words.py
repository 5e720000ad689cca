"""Words for the game: each usual wording is read, and no question about a case is."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from tests.support import ROOT

from echoes.language.game_words import read_game_words

WORDINGS = yaml.safe_load(Path(__file__).with_name("game_words.yaml").read_text("utf-8"))
SAID = [
    (language, kind, message)
    for language, kinds in WORDINGS.items()
    for kind, messages in kinds.items()
    for message in messages
]
ALSO_OF_A_CASE = {"Is there a clue?", "有线索吗？"}
"""Authored wordings that a player may as well mean for the game: asked back, unless the puzzle has them."""


def meaning(message: str) -> str:
    words = read_game_words(message)
    return "none" if words is None else words.intent if words.is_certain else "unsure"


@pytest.mark.parametrize(("language", "kind", "message"), SAID)
def test_words_for_the_game_are_told_from_questions_about_the_case(language: str, kind: str, message: str):
    assert meaning(message) == kind


def authored() -> Iterator[str]:
    for path in (ROOT / "data" / "situation_puzzles").glob("*.json"):
        for ruling in json.loads(path.read_text("utf-8"))["rulings"]:
            yield from ruling.get("texts") or [ruling["text"]]
    for path in (ROOT / "data" / "gold").rglob("*.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            yield from filter(None, [json.loads(line).get("text")])


def test_no_authored_wording_and_no_message_of_the_gold_suites_is_for_the_game():
    texts = [*authored()]
    assert len(texts) > 50_000
    for_the_game = {text: meaning(text) for text in texts if read_game_words(text)}
    assert for_the_game == dict.fromkeys(ALSO_OF_A_CASE, "unsure")


UNUSUAL = yaml.safe_load(Path(__file__).with_name("unusual_game_words.yaml").read_text("utf-8"))
MAY_BE_TAKEN_AS = {"hint": {"hint", "stuck", "help"}, "stuck": {"stuck", "hint", "help"}}
"""Whoever wants help is offered some by any of these."""


@pytest.mark.parametrize("part", ["development", "held_out", "later"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_unusual_wordings_are_understood_or_asked_back_and_hardly_any_for_something_else(
    language: str, part: str
):
    said = [(kind, message) for kind, messages in UNUSUAL[language][part].items() for message in messages]
    read = [(kind, read_game_words(message)) for kind, message in said]
    right = [words for kind, words in read if words and words.intent in MAY_BE_TAKEN_AS.get(kind, {kind})]
    assert len(right) >= 0.85 * len(said)
    assert sum(words is not None for _, words in read) - len(right) <= 1


@pytest.mark.parametrize("message", [*UNUSUAL["en"]["about_the_case"], *UNUSUAL["zh"]["about_the_case"]])
def test_words_of_the_game_in_a_question_about_the_case_leave_it_one(message: str):
    assert meaning(message) == "none"


@pytest.mark.parametrize(
    "message", ["point me in the right direction", "any advice?", "给我指个方向", "怎么获得提示"]
)
def test_a_hint_is_given_only_to_whoever_asks_for_one_in_so_many_words(message: str):
    assert meaning(message) == "stuck"


@pytest.mark.parametrize(
    "message",
    [
        "I don't want a hint",
        "no hints, please",
        "no more hints",
        "先别提示",
        "我不要提示",
        "不想放弃",
        "我不会放弃",
        "I don't want that hint, forget it",
        "a hint isn't needed",
        "可以不给提示吗",
        "能不能不看提示",
    ],
)
def test_a_hint_that_is_declined_is_not_given_and_who_does_not_give_up_goes_on(message: str):
    assert meaning(message) not in ("hint", "giveup")


@pytest.mark.parametrize(
    "message", ["do I need a hint?", "will a hint cost me points?", "may I skip the next hint?", "没有提示吗"]
)
def test_a_question_about_hints_is_asked_back(message: str):
    words = read_game_words(message)
    assert words is not None
    assert words.intent == "stuck" or not words.is_certain


@pytest.mark.parametrize(
    "message",
    ["can't you give me a hint?", "能不能给个提示", "随便给点提示嘛", "I can't go on, give me a hint"],
)
def test_a_hint_that_is_asked_for_by_a_denial_is_given(message: str):
    assert meaning(message) == "hint"


def test_of_several_wants_in_one_message_the_strongest_holds():
    assert [
        meaning(said) for said in ("Thanks! A hint, please.", "I'm stuck. I give up.", "谢谢，给个提示")
    ] == [
        "hint",
        "giveup",
        "hint",
    ]
