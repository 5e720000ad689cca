"""Dice in the usual notation, such as `2d6+3` or `4d6kh3`, over a small closed grammar.

    sum   = ["-"] term {("+" | "-") term}
    term  = dice | number | "(" sum ")"
    dice  = [number] "d" (number | "%") [pick number]
    pick  = "kh" | "kl" | "dh" | "dl"       keep or drop the highest or lowest

Spaces and case mean nothing, and full-width characters are the same as others. Everything is bounded, so that
no text can make the roller work long.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from echoes.core.errors import BadInput

MOST_CHARACTERS = 60
MOST_DICE = 50
"""Dice of one roll, all its terms together."""
MOST_SIDES = 1000
MOST_NUMBER = 9999
DEEPEST = 4
"""Parentheses within each other."""

Draw = Callable[[int, int], tuple[int, ...]]
"""Draws a number of dice with a number of sides each."""
Pick = Literal["kh", "kl", "dh", "dl"]

_TOKEN = re.compile(r"\s*(?:([0-9]+)|(kh|kl|dh|dl|[d%()+-]))", re.IGNORECASE)
_REMEDY = "Write it like 1d20+5, 2d6 or 4d6kh3."


@dataclass(frozen=True)
class DiceTerm:
    """Some dice of one kind, of which some may be left out of the sum.

    Attributes:
        pick: keeps (`kh`, `kl`) or drops (`dh`, `dl`) the highest or lowest; None keeps all.
        amount: how many are kept or dropped.
    """

    count: int
    sides: int
    pick: Pick | None = None
    amount: int = 0

    @property
    def kept(self) -> int:
        """The number of dice that count."""
        if self.pick is None:
            return self.count
        return self.amount if self.pick[0] == "k" else self.count - self.amount

    def __str__(self) -> str:
        """Return it in the usual notation."""
        return f"{self.count}d{self.sides}{f'{self.pick}{self.amount}' if self.pick else ''}"


@dataclass(frozen=True)
class Sum:
    """Terms that are added up, each with its sign, 1 or -1."""

    terms: "tuple[tuple[int, DiceTerm | int | Sum], ...]"

    def __str__(self) -> str:
        """Return it in the usual notation."""
        return "".join(self._parts())

    def _parts(self) -> Iterator[str]:
        for place, (sign, term) in enumerate(self.terms):
            yield "-" if sign < 0 else "+" if place else ""
            yield f"({term})" if isinstance(term, Sum) else str(term)

    @property
    def middle(self) -> float:
        """The mean of the highest and the lowest total, which is the average where all dice count."""
        return (_face(self, low=True) + _face(self, low=False)) / 2

    def dice(self) -> "Iterator[DiceTerm]":
        """Yield its dice from left to right."""
        for _, term in self.terms:
            if isinstance(term, Sum):
                yield from term.dice()
            elif isinstance(term, DiceTerm):
                yield term


def _face(term: "DiceTerm | int | Sum", low: bool) -> float:
    """Return the lowest total of a term, or the highest."""
    if isinstance(term, int):
        return term
    if isinstance(term, Sum):
        return sum(sign * _face(one, (sign < 0) != low) for sign, one in term.terms)
    return term.kept * (1 if low else term.sides)


@dataclass(frozen=True)
class Rolled:
    """The roll of one term of dice: the faces in the order of the draw, and which of them count."""

    dice: DiceTerm
    faces: tuple[int, ...]
    counts: tuple[bool, ...]

    @property
    def total(self) -> int:
        """The sum of the dice that count."""
        return sum(face for face, counts in zip(self.faces, self.counts, strict=True) if counts)


@dataclass(frozen=True)
class Roll:
    """The outcome of a roll.

    Attributes:
        formula: in the usual notation.
        rolled: each term of dice, from left to right.
    """

    formula: Sum
    rolled: tuple[Rolled, ...]
    total: int

    @property
    def faces(self) -> list[int]:
        """The faces of all dice, in the order of the draw."""
        return [face for one in self.rolled for face in one.faces]

    @property
    def counts(self) -> list[bool]:
        """A mark for each of these faces: true for one that counts."""
        return [counts for one in self.rolled for counts in one.counts]

    @property
    def natural(self) -> int | None:
        """The face of the one twenty-sided die that counts; None where there is no such die."""
        twenties = [one for one in self.rolled if one.dice.sides == 20]
        return twenties[0].total if len(twenties) == 1 and twenties[0].dice.kept == 1 else None


def parse(text: str) -> Sum:
    """Read a roll.

    Raises:
        BadInput: it is no roll, or a bound is passed; the message names the first place.
    """
    if len(text) > MOST_CHARACTERS:
        raise BadInput(f"the roll has more than {MOST_CHARACTERS} characters", _REMEDY)
    formula = _Parser(unicodedata.normalize("NFKC", text)).whole()
    if sum(dice.count for dice in formula.dice()) > MOST_DICE:
        raise BadInput(f"the roll has more than {MOST_DICE} dice", _REMEDY)
    return formula


def roll_dice(formula: Sum, draw: Draw) -> Roll:
    """Roll.

    Args:
        formula: what is rolled.
        draw: draws the faces; it is asked once for each term of dice, from left to right.
    """
    rolled = tuple(_rolled(dice, draw(dice.count, dice.sides)) for dice in formula.dice())
    totals = iter([one.total for one in rolled])
    return Roll(formula, rolled, _total(formula, totals))


def _total(formula: Sum, totals: Iterator[int]) -> int:
    whole = 0
    for sign, term in formula.terms:
        value = term if isinstance(term, int) else next(totals) if isinstance(term, DiceTerm) else None
        whole += sign * (_total(term, totals) if value is None else value)  # pyright: ignore[reportArgumentType]
    return whole


def _rolled(dice: DiceTerm, faces: tuple[int, ...]) -> Rolled:
    """Decide which dice count; of equal ones the first."""
    highest = dice.pick in ("kh", "dl")
    order = sorted(range(dice.count), key=lambda place: (-faces[place] if highest else faces[place], place))
    kept = {*order[: dice.kept]}
    return Rolled(dice, faces, tuple(place in kept for place in range(dice.count)))


class _Parser:
    """A recursive-descent parser of one roll."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._depth = text, 0, 0

    def whole(self) -> Sum:
        """Read all of the text."""
        found = self._sum()
        if self._text[self._at :].strip():
            raise self._wrong("the roll goes on after its end")
        return found

    def _sum(self) -> Sum:
        signs = {"+": 1, "-": -1}
        terms = [(-1 if self._take("-") else 1, self._term())]
        while sign := self._take("+", "-"):
            terms.append((signs[sign], self._term()))
        return Sum(tuple(terms))

    def _term(self) -> DiceTerm | int | Sum:
        if self._take("("):
            self._depth += 1
            if self._depth > DEEPEST:
                raise self._wrong(f"there are more than {DEEPEST} parentheses within each other")
            inner = self._sum()
            if not self._take(")"):
                raise self._wrong("a parenthesis is open")
            self._depth -= 1
            return inner
        number = self._number()
        if not self._take("d"):
            if number is None:
                raise self._wrong("a number or a die is missing")
            return number
        return self._dice(1 if number is None else number)

    def _dice(self, count: int) -> DiceTerm:
        sides = 100 if self._take("%") else self._number()
        if sides is None or not 2 <= sides <= MOST_SIDES or not 1 <= count <= MOST_DICE:
            raise self._wrong(f"a die has 2 to {MOST_SIDES} sides, and there are 1 to {MOST_DICE} of them")
        pick = self._take("kh", "kl", "dh", "dl")
        if pick is None:
            return DiceTerm(count, sides)
        amount = self._number()
        least, most = (1, count) if pick[0] == "k" else (0, count - 1)
        if amount is None or not least <= amount <= most:
            raise self._wrong(f"{pick} needs a number from {least} to {most}")
        return DiceTerm(count, sides, pick, amount)  # pyright: ignore[reportArgumentType]

    def _take(self, *wanted: str) -> str | None:
        """Take the next token if it is one of those that are wanted."""
        found = _TOKEN.match(self._text, self._at)
        token = found[2].lower() if found and found[2] else None
        if found and token in wanted:
            self._at = found.end()
            return token
        return None

    def _number(self) -> int | None:
        found = _TOKEN.match(self._text, self._at)
        if not found or found[1] is None:
            return None
        if len(found[1]) > len(str(MOST_NUMBER)):
            raise self._wrong(f"a number is over {MOST_NUMBER}")
        self._at = found.end()
        return int(found[1])

    def _wrong(self, problem: str) -> BadInput:
        return BadInput(f"'{self._text}', character {self._at + 1}: {problem}", _REMEDY)
