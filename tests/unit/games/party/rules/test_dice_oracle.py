"""Dice against another program that reads and counts them: the library `d20`, an oracle for tests alone."""

import random
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.games.party.rules.test_dice import sums

from echoes.core.errors import BadInput
from echoes.games.party.rules.dice import MOST_CHARACTERS, Sum, parse, roll_dice

with warnings.catch_warnings():  # its parser is old
    warnings.simplefilter("ignore")
    import d20


def theirs(text: str) -> str:
    """Return a formula as `d20` writes it, which drops with `p`."""
    return text.casefold().replace("dh", "ph").replace("dl", "pl").replace("d%", "d100")


def faces_of(node: Any) -> Iterator[tuple[int, ...]]:
    """Yield the faces of each throw of a formula, from left to right."""
    if isinstance(node, d20.Dice):
        yield tuple(die.values[0].number for die in node.values)
        return
    for child in node.children:
        yield from faces_of(child)


def check(text: str, seed: int) -> None:
    """Let `d20` roll, and count the same faces."""
    random.seed(seed)
    rolled = d20.roll(theirs(text))
    faces = faces_of(rolled.expr)
    assert roll_dice(parse(text), lambda count, sides: next(faces)).total == rolled.total
    assert not [*faces], "each throw is read"


@given(sums(1), st.integers(0, 2**32))
def test_a_formula_comes_to_what_another_program_makes_of_the_same_faces(formula: Sum, seed: int):
    if len(text := str(formula)) <= MOST_CHARACTERS:
        check(text, seed)


@pytest.mark.parametrize(
    "text",
    ["1d20+5", "D20", "d%", "4d6kh3", "2d20kl1-1", "10d6dh3+4d4dl2", "-(1d4-1)", "1d6-(2d4kh1+(1d6))", "2d6 + 3"],
)  # fmt: skip
@pytest.mark.parametrize("seed", range(5))
def test_what_players_and_authors_write_is_read_by_both_alike(text: str, seed: int):
    check(text, seed)


@pytest.mark.parametrize("text", ["", "d", "2d", "1d0", "(1d6", "1d6)", "1d6 1d6", "2x6", "1d20+"])
def test_what_is_no_formula_is_none_for_both(text: str):
    with pytest.raises(d20.RollError):
        d20.roll(theirs(text))
    with pytest.raises(BadInput):
        parse(text)
