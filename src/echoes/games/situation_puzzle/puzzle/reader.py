"""The language reader of a puzzle, and who speaks in it."""

import re

from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.language.questions import speaks_of_speakers, without_quotations
from echoes.language.reader import Reader
from echoes.language.readers import reader_for

_ASKED = re.compile(r"[^.!?。！？,，;；—–-]*[?？]")


def reader_of(puzzle: Puzzle) -> Reader:
    """Return the reader that knows a puzzle's cast, synonyms and words."""
    return reader_for(puzzle.language, puzzle.cast, puzzle.synonyms, puzzle.words)


def is_told_by_speakers(puzzle: Puzzle) -> bool:
    """Return whether its statement speaks of "I" or "you": then these are people of the story.

    What it asks at its end ("Do you know why?") is asked of whoever reads it.
    """
    return speaks_of_speakers(_ASKED.sub(" ", without_quotations(puzzle.statement)))
