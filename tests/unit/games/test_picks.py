"""A message that is only a number picks what stands under it; anything else is words."""

import pytest

from echoes.games.picks import picked_number


@pytest.mark.parametrize("message", ["3", " 3 ", "#3", "(3)", "（3）", "3.", "3、", "３", "③"])
def test_a_number_in_any_dress_is_a_pick(message: str):
    assert picked_number(message) == 3


@pytest.mark.parametrize("message", ["", "three", "3 4", "3?", "-3", "1234", "3 people", "三"])
def test_anything_else_is_not(message: str):
    assert picked_number(message) is None
