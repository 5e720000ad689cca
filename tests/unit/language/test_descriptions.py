"""A description names a thing by a noun; whoever looks behind or into it sees what no description tells."""

import pytest

from echoes.language.descriptions import looks_beyond, sentences_naming


def test_all_sentences_that_name_a_thing_are_told_and_no_other():
    text = "A door. A window looks out. “No door!” says he. The end…"
    assert sentences_naming("en", "door", text) == "A door. “No door!” says he."
    assert sentences_naming("zh", "门", "一扇门。一扇窗。“不是门！”他说。") == "一扇门。“不是门！”他说。"
    assert sentences_naming("en", "", text) == sentences_naming("zh", "", "门。") == ""


@pytest.mark.parametrize(
    ("language", "thing", "text"),
    [
        ("zh", "花", "他花了三天才到。"),
        ("zh", "门", "这间屋子专门用来晾网。"),
        ("zh", "水", "守灯人的薪水不多。"),
        ("zh", "火", "火车站就在河边。"),
        ("en", "light", "The light lamps swing."),
        ("en", "red door", "A red lamp hangs by the door."),
    ],
)
def test_a_part_of_a_word_and_a_word_that_is_no_noun_name_nothing(language: str, thing: str, text: str):
    assert sentences_naming(language, thing, text) == ""


@pytest.mark.parametrize(
    ("language", "thing", "text"),
    [
        ("zh", "火车站", "火车站就在河边。"),
        ("zh", "石桌", "院里有一张石桌。"),
        ("en", "river", "The bridge crosses the river."),
        ("en", "table", "A stone table stands there."),
        ("en", "light", "A light burns."),
    ],
)
def test_a_noun_names_its_thing(language: str, thing: str, text: str):
    assert sentences_naming(language, thing, text) == text


def test_a_look_may_see_more_than_the_thing():
    for language, message in (("en", "look behind the door"), ("zh", "看看门后面")):
        assert looks_beyond(language, message)
    for language, message in (("en", "look at the door"), ("zh", "看看门")):
        assert not looks_beyond(language, message)
