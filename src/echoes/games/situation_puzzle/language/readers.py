"""Which reader reads which language."""

from functools import lru_cache

from echoes.games.situation_puzzle.language.chinese import ChineseReader
from echoes.games.situation_puzzle.language.english import EnglishReader
from echoes.games.situation_puzzle.language.reading import Reader
from echoes.games.situation_puzzle.puzzle import CastMember


@lru_cache(maxsize=128)
def reader_for(language: str, cast: tuple[CastMember, ...] = ()) -> Reader:
    """The reader of a language, for one puzzle's cast."""
    return ChineseReader(cast) if language == "zh" else EnglishReader(cast)
