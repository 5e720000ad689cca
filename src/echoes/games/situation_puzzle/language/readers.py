"""Which reader reads which language."""

from functools import lru_cache

from echoes.games.situation_puzzle.language.chinese import ChineseReader
from echoes.games.situation_puzzle.language.english import EnglishReader
from echoes.games.situation_puzzle.language.reading import Reader
from echoes.games.situation_puzzle.puzzle import CastMember, Puzzle, Synonyms


@lru_cache(maxsize=128)
def reader_for(
    language: str,
    cast: tuple[CastMember, ...] = (),
    synonyms: tuple[Synonyms, ...] = (),
    words: frozenset[str] = frozenset(),
) -> Reader:
    """The reader of a language.

    Args:
        language: `en` or `zh`.
        cast, synonyms: of one puzzle.
        words: all of the puzzle's, to mend slips by.
    """
    return ChineseReader(cast, synonyms) if language == "zh" else EnglishReader(cast, synonyms, words)


def reader_of(puzzle: Puzzle) -> Reader:
    """The reader for one puzzle."""
    return reader_for(puzzle.language, puzzle.cast, puzzle.synonyms, puzzle.words)
