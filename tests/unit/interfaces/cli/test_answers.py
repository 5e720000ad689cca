"""A yes is a plain yes."""

import pytest

from echoes.interfaces.cli.answers import agrees


@pytest.mark.parametrize("answer", ["y", " Yes ", "是", "好"])
def test_a_plain_yes_agrees(answer: str):
    assert agrees(answer)


@pytest.mark.parametrize("answer", ["maybe", "n", "也许", "yes but"])
def test_anything_doubtful_does_not(answer: str):
    assert not agrees(answer, by_default=True)


def test_a_bare_enter_agrees_only_where_that_was_said():
    assert agrees("", by_default=True) and not agrees("")
