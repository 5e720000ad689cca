"""Dice: what is written is what is rolled, and nothing else is a roll."""

import random
import re
from collections import Counter
from contextlib import suppress
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.core.errors import BadInput
from echoes.games.party.rules.dice import MOST_CHARACTERS, MOST_DICE, DiceTerm, Sum, parse, roll_dice


def terms(depth: int) -> st.SearchStrategy[object]:
    plain = st.integers(0, 30) | st.builds(DiceTerm, st.integers(1, 4), st.integers(2, 20)).flatmap(picked)
    return plain if not depth else plain | sums(depth - 1)


def picked(dice: DiceTerm) -> st.SearchStrategy[DiceTerm]:
    keeps = st.tuples(st.sampled_from(["kh", "kl"]), st.integers(1, dice.count))
    drops = st.tuples(st.sampled_from(["dh", "dl"]), st.integers(0, dice.count - 1))
    chosen = st.none() | keeps | drops
    return chosen.map(lambda one: DiceTerm(dice.count, dice.sides, *one) if one else dice)  # pyright: ignore


def sums(depth: int) -> st.SearchStrategy[Sum]:
    signed = st.tuples(st.sampled_from([1, -1]), terms(depth))
    return st.lists(signed, min_size=1, max_size=3).map(lambda some: Sum(tuple(some)))  # pyright: ignore


@given(sums(1))
def test_what_is_written_is_read_as_it_was_meant(formula: Sum):
    text = str(formula)
    if len(text) <= MOST_CHARACTERS:
        assert parse(text) == formula
        spaced = f" {text.upper()} ".replace("+", " + ")
        assert len(spaced) > MOST_CHARACTERS or parse(spaced) == formula


@given(sums(1), st.integers())
def test_a_total_is_that_of_another_way_of_counting(formula: Sum, seed: int):
    chance = random.Random(seed)
    drawn: list[tuple[int, ...]] = []

    def draw(count: int, sides: int) -> tuple[int, ...]:
        drawn.append(tuple(chance.randint(1, sides) for _ in range(count)))
        return drawn[-1]

    found = roll_dice(formula, draw)
    faces = iter(drawn)

    def counted(match: re.Match[str]) -> str:
        face = sorted(next(faces))
        pick, n = match[3], int(match[4] or 0)
        kept = {
            None: face,
            "kh": face[len(face) - n :],
            "kl": face[:n],
            "dh": face[: len(face) - n],
            "dl": face[n:],
        }
        return str(sum(kept[pick]))

    numbers = re.sub(r"(\d+)d(\d+)(?:(kh|kl|dh|dl)(\d+))?", counted, str(formula))
    assert found.total == eval(numbers)


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("d20", 1, 20),
        ("d%", 1, 100),
        ("4d6kh3", 3, 18),
        ("2d20kl1+5", 6, 25),
        ("-(1d4-1)", -3, 0),
        ("７", 7, 7),
        ("（１d６＋３）", 4, 9),
    ],
)
def test_the_least_and_the_most_of_a_roll(text: str, least: int, most: int):
    formula = parse(text)
    assert roll_dice(formula, lambda count, sides: (1,) * count).total in (least, most)
    assert {
        roll_dice(formula, lambda count, sides, face=face: ((1, sides)[face],) * count).total
        for face in (0, 1)
    } == {
        least,
        most,
    }


def test_advantage_is_the_better_of_two_dice_exactly():
    faces = Counter(
        roll_dice(parse("2d4kh1"), lambda *_, pair=pair: pair).total
        for pair in product(range(1, 5), repeat=2)
    )
    assert faces == {1: 1, 2: 3, 3: 5, 4: 7}


@pytest.mark.parametrize(
    "text",
    [
        *("", "d", "2d", "1d1", "0d6", "d0", "1d6kh2", "1d6dh1", "(1d6", "1d6)", "1d6 1d6", "2x6", "1d20++1"),
        *(
            "10000",
            "99d6",
            "26d6+26d6",
            "((((((1))))))",
            "1" * 61,
            "٣d6",
            "1d6;import os",
            "__class__",
            "1e9",
        ),
    ],
)
def test_anything_else_is_refused_in_one_line_with_a_remedy(text: str):
    with pytest.raises(BadInput) as error:
        parse(text)
    assert "\n" not in str(error.value) and "1d20+5" in str(error.value)


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text: str):
    with suppress(BadInput):
        assert sum(dice.count for dice in parse(text).dice()) <= MOST_DICE


PIECES = ("1", "2", "20", "99", "d", "d6", "%", "+", "-", "(", ")", "kh1", "dl2", "kl", "0")
DIE = re.compile(r"(\d*)d(\d+|%)(?:([kd])[hl](\d+))?")


def is_roll_by_another_reader(text: str) -> bool:
    """Read by reduction: parentheses give way from the inside out, and each die is looked at by itself."""
    term = rf"(?:{DIE.pattern}|\d+|#)"
    whole, depth = re.compile(rf"-?{term}(?:[+-]{term})*"), 0
    shape = text
    while (inner := re.sub(rf"\((?:{whole.pattern})\)", "#", shape)) != shape:
        shape, depth = inner, depth + 1
    if not whole.fullmatch(shape) or depth > 4:
        return False
    dice = 0
    for count, sides, pick, amount in DIE.findall(text):
        many, faces = int(count or 1), 100 if sides == "%" else int(sides)
        picked = {"": True, "k": 1 <= int(amount or 0) <= many, "d": int(amount or 0) < many}[pick]
        if not (1 <= many <= 50 and 2 <= faces <= 1000 and picked):
            return False
        dice += many
    return dice <= 50 and all(len(number) <= 4 for number in re.findall(r"\d+", text))


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_what_is_a_roll_is_one_to_another_reader_too(text: str):
    try:
        parse(text)
        reads = True
    except BadInput:
        reads = False
    assert reads == is_roll_by_another_reader(text)


def test_the_natural_face_is_that_of_the_one_twenty_sided_die_that_counts():
    assert roll_dice(parse("2d20kh1+5"), lambda *_: (3, 17)).natural == 17
    assert roll_dice(parse("2d6+1d20"), lambda count, _: (1,) * count).natural == 1
    assert roll_dice(parse("2d20"), lambda *_: (3, 17)).natural is None
    assert roll_dice(parse("2d6"), lambda *_: (3, 4)).natural is None
