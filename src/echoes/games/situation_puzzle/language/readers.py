"""Which reader reads which language."""

from functools import lru_cache

from echoes.games.situation_puzzle.language.chinese import ChineseReader
from echoes.games.situation_puzzle.language.english import EnglishReader
from echoes.games.situation_puzzle.language.reading import Reader
from echoes.games.situation_puzzle.puzzle import CastMember, Synonyms


@lru_cache(maxsize=128)
def reader_for(
    language: str, cast: tuple[CastMember, ...] = (), synonyms: tuple[Synonyms, ...] = ()
) -> Reader:
    """The reader of a language, for one puzzle's cast and synonyms."""
    return ChineseReader(cast, synonyms) if language == "zh" else EnglishReader(cast, synonyms)
