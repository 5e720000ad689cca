"""A message that is only a number picks what stands under it; anything else is words."""

import pytest

from echoes.language.replies import picked_number, yes_or_no


@pytest.mark.parametrize(
    "message",
    [
        *(
            "3",
            " 3 ",
            "#3",
            "(3)",
            "（3）",
            "3.",
            "3、",
            "３",
            "③",
            "the third one",
            "3rd",
            "I'll take option three",
        ),
        *("number 3", "第三个", "选三", "那就第三个吧", "三号"),
    ],
)
def test_a_number_in_any_dress_is_a_pick(message: str):
    assert picked_number(message) == 3


@pytest.mark.parametrize("message", ["three", "三"])
def test_a_mere_numeral_is_a_pick_where_it_means_nothing_else(message: str):
    assert picked_number(message) is None
    assert picked_number(message, spelled=True) == 3


@pytest.mark.parametrize("message", ["-3", "1234", "9" * 40])
def test_a_number_that_no_option_has_is_out_of_range_and_no_words(message: str):
    assert picked_number(message) == 1000


@pytest.mark.parametrize(
    "message",
    [
        "",
        "3 4",
        "3?",
        "3 people",
        "1.5",
        "the third man",
        "第三个人是谁",
        "the one",
        "no",
        "no one",
        "pick one",
        "选一个",
    ],
)
def test_anything_else_is_not(message: str):
    assert picked_number(message) is None


def test_the_last_one_is_the_number_of_all_that_are_offered():
    for message in ("the last one", "I'll take the last option", "最后一个", "那就最后一种吧"):
        assert picked_number(message, count=4) == 4
        assert picked_number(message) is None


@pytest.mark.parametrize(
    ("agrees", "messages"),
    [
        (True, "Yes, that.;yes exactly;please do;that one;ok, do it;好的;对，就是这个;就这么办吧;嗯"),
        (False, "no thanks;none of these;I'd rather not;that's too much;还是算了吧;都不是;我不敢;没什么"),
        (
            None,
            "yes?;no, the grate;I don't know;is it right?;the right door;no no no no;不要，翻墙过去;他不是好人",
        ),
    ],
)
def test_a_reply_agrees_or_refuses_and_says_nothing_else(agrees: bool | None, messages: str):
    for message in messages.split(";"):
        assert yes_or_no(message) is agrees, message


def test_what_is_bought_adds_nothing_to_a_refusal():
    assert yes_or_no("I don't accept that price") is None
    assert yes_or_no("I don't accept that price", beside=["price"]) is False
