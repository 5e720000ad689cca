"""The language reader of a puzzle."""

from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.language.reader import Reader
from echoes.language.readers import reader_for


def reader_of(puzzle: Puzzle) -> Reader:
    """Return the reader that knows a puzzle's cast, synonyms and words."""
    return reader_for(puzzle.language, puzzle.cast, puzzle.synonyms, puzzle.words)
