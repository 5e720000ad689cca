"""Cache of analysed puzzles, shared by all sessions that play the same version.

Reading a puzzle with its hundreds of wordings takes seconds, and the result never changes.
"""

from dataclasses import dataclass

from echoes.core.operation.gc_pause import gc_paused
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.answer_judge import AnswerJudge
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex
from echoes.games.version_cache import VersionCache

_KEPT = 32
"""The most puzzles in the cache."""


@dataclass(frozen=True)
class PuzzleAnalysis:
    """The authored rulings and facts of one puzzle, analysed."""

    ruling_index: RulingIndex
    facts: AnswerJudge


def _read(puzzle: Puzzle) -> PuzzleAnalysis:
    with gc_paused():
        ruling_index = RulingIndex(puzzle.as_read)
        return PuzzleAnalysis(ruling_index, AnswerJudge(puzzle.as_read, ruling_index))


_ANALYSES = VersionCache(_read, _KEPT)


def analysis_of(puzzle: Puzzle) -> PuzzleAnalysis:
    """Return the analysis of a puzzle, from the cache where it is there."""
    return _ANALYSES.of(puzzle)
