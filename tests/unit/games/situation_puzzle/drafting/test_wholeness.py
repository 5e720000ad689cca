"""A translation is in its language from end to end, says something everywhere, and is not a beginning only."""

import json

import pytest
from tests.support import BUNDLED

from echoes.games.situation_puzzle.drafting.wholeness import Wholeness


@pytest.mark.parametrize(
    ("text", "said"), [("雪", True), ("snow", False), ("", False), ("……", False), (" \n", False)]
)
def test_a_text_says_something_in_the_language(text: str, said: bool):
    assert Wholeness("zh").said(text) is said


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("敲钟人爬上钟楼。墙上写着 EXIT。他没有敲钟。", True),
        ("敲钟人爬上钟楼，那天的雪很深，他一个人站在上面，想了很久。He did not ring the bell at all.", False),
        ("敲钟人。", False),
    ],
)
def test_a_longer_text_is_whole_sentence_by_sentence_and_in_its_length(text: str, whole: bool):
    original = "A sexton climbs the tower. On the wall it says EXIT. He does not ring the bell."
    assert Wholeness("zh").whole(text, original) is whole


def test_texts_are_as_many_as_the_originals():
    assert Wholeness("en").all_said(["Snow.", "Ice."], ["雪。", "冰。"])
    assert not Wholeness("en").all_said(["Snow."], ["雪。", "冰。"])
    assert not Wholeness("en").all_said(["Snow.", "冰。"], ["雪。", "冰。"])


def test_every_translation_that_ships_is_whole():
    pairs = [(path, path.with_name(path.name.replace("_en.", "_zh."))) for path in BUNDLED.glob("*_en.json")]
    assert pairs
    for paths in pairs:
        english, chinese = (json.loads(path.read_text("utf-8")) for path in paths)
        for field in ("statement", "answer"):
            assert Wholeness("zh").whole(chinese[field], english[field]), paths
            assert Wholeness("en").whole(english[field], chinese[field]), paths
