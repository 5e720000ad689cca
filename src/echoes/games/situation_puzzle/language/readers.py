"""Which reader reads which language."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from echoes.games.situation_puzzle.language.chinese import ChineseReader
from echoes.games.situation_puzzle.language.english import EnglishReader
from echoes.games.situation_puzzle.language.reading import Clause, Reader
from echoes.games.situation_puzzle.puzzle import CastMember, Puzzle, Synonyms

_AT_HAND = 192
"""Texts; more than a session compares a message with, and few enough for many puzzles at once."""


class _Remembering:
    """A reader that has the latest texts at hand: several nodes read the same message.

    Args:
        reader: reads what is new.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._clauses = lru_cache(maxsize=_AT_HAND)(reader.clauses)
        self._bare = lru_cache(maxsize=_AT_HAND)(reader.bare)
        self._ideas = lru_cache(maxsize=_AT_HAND)(reader.ideas)
        self._literal = lru_cache(maxsize=_AT_HAND)(reader.literal)

    @property
    def plain_ideas(self) -> frozenset[str]:
        """Words so general that naming them tells nothing of a story."""
        return self._reader.plain_ideas

    def clauses(self, text: str) -> list[Clause]:
        """The sentences of a text, empty ones left out."""
        return [*self._clauses(text)]

    def parts(self, text: str) -> list[Clause]:
        """The single questions of a compound one; none where it is none or can't be taken apart."""
        return self._reader.parts(text)

    def pieces(self, text: str) -> list[str]:
        """What a compound question joins, taken apart loosely."""
        return self._reader.pieces(text)

    def kinds(self, text: str) -> Counter[str]:
        """What it leaves open: `person`, `thing`, `place`, `time`."""
        return self._reader.kinds(text)

    def segments(self, sentence: str) -> list[str]:
        """The shortest runs of words between commas and joints."""
        return self._reader.segments(sentence)

    def bare(self, text: str) -> str:
        """The text without fillers, frames and tags."""
        return self._bare(text)

    def ideas(self, text: str) -> frozenset[str]:
        """The ideas that a text brings in."""
        return self._ideas(text)

    def near(self, idea: str, known: frozenset[str]) -> bool:
        """Whether an idea is of the same family as one that is known."""
        return self._reader.near(idea, known)

    def literal(self, text: str) -> str:
        """The text without case, punctuation and spacing."""
        return self._literal(text)

    def negations(self, words: Sequence[str]) -> int:
        """How many negating words there are."""
        return self._reader.negations(words)

    def is_sentence(self, clause: Clause) -> bool:
        """Whether it is built like a sentence."""
        return self._reader.is_sentence(clause)

    def in_language(self, text: str) -> bool:
        """Whether the text is written in this language's script."""
        return self._reader.in_language(text)


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
    return _Remembering(
        ChineseReader(cast, synonyms) if language == "zh" else EnglishReader(cast, synonyms, words)
    )


def reader_of(puzzle: Puzzle) -> Reader:
    """The reader for one puzzle."""
    return reader_for(puzzle.language, puzzle.cast, puzzle.synonyms, puzzle.words)
