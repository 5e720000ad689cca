"""What has been read of a puzzle, for all sessions that play the same version of it.

To read a puzzle with its hundreds of wordings takes half a second, and nothing of it changes.
"""

from collections import OrderedDict
from dataclasses import dataclass

from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.situation_puzzle.referees.bank import RulingBank
from echoes.games.situation_puzzle.referees.judging import FactJudge

_KEPT = 32
"""Puzzles; the one that was not asked for longest gives way."""


@dataclass(frozen=True)
class Shelf:
    """The authored rulings and facts of one puzzle, read."""

    bank: RulingBank
    facts: FactJudge


_SHELVES: OrderedDict[tuple[str, str, str], Shelf] = OrderedDict()


def shelf_of(puzzle: Puzzle) -> Shelf:
    """What has been read of a puzzle; it is read now where it was not."""
    key = (puzzle.id, puzzle.language, puzzle.content_hash)
    shelf = _SHELVES.get(key) or _read(puzzle)
    _SHELVES[key] = shelf
    _SHELVES.move_to_end(key)
    while len(_SHELVES) > _KEPT:
        _SHELVES.popitem(last=False)
    return shelf


def _read(puzzle: Puzzle) -> Shelf:
    bank = RulingBank(puzzle)
    return Shelf(bank, FactJudge(puzzle, bank))
