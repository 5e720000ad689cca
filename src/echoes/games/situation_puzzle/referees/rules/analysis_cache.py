"""Cache of analysed puzzles, shared by all sessions that play the same version.

Reading a puzzle with its hundreds of wordings takes half a second, and the result never changes.
"""

from collections import OrderedDict
from dataclasses import dataclass

from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.answer_judge import AnswerJudge
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex

_KEPT = 32
"""The most puzzles in the cache; the least recently used is dropped."""


@dataclass(frozen=True)
class PuzzleAnalysis:
    """The authored rulings and facts of one puzzle, analysed."""

    ruling_index: RulingIndex
    facts: AnswerJudge


_ANALYSES: OrderedDict[tuple[str, str, str], PuzzleAnalysis] = OrderedDict()


def analysis_of(puzzle: Puzzle) -> PuzzleAnalysis:
    """Return the analysis of a puzzle, from the cache where it is there."""
    key = (puzzle.id, puzzle.language, puzzle.content_hash)
    analysis = _ANALYSES.get(key) or _read(puzzle)
    _ANALYSES[key] = analysis
    _ANALYSES.move_to_end(key)
    while len(_ANALYSES) > _KEPT:
        _ANALYSES.popitem(last=False)
    return analysis


def _read(puzzle: Puzzle) -> PuzzleAnalysis:
    ruling_index = RulingIndex(puzzle)
    return PuzzleAnalysis(ruling_index, AnswerJudge(puzzle, ruling_index))
