"""A message that is only a number picks what stands under it; anything else is words."""

import pytest

from echoes.games.picks import picked_number


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
