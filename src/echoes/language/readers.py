"""The readers by language, with a cache of the latest texts."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from echoes.language.chinese.reader import ChineseReader
from echoes.language.english.reader import EnglishReader
from echoes.language.glossary import NamedEntity, SynonymGroup
from echoes.language.reader import Clause, Reader
from echoes.language.roles import Roles

_Read = TypeVar("_Read")
_CACHED_TEXTS = 192
"""Cached texts per reader: more than a session compares, few enough for many puzzles at once."""
_EMOJI_AT_END = re.compile(r"(?<=[.!?…。！？])[\s\u200d\ufe0f\u2190-\u2bff\U0001f000-\U0001faff]+$")
_REASON = re.compile(
    r"\b(?:because|so that|in order to|due to|owing to)\b|因为|由于|因此|所以|为了|好让|以便|免得",
    re.IGNORECASE,
)


def gives_reason(text: str) -> bool:
    """Return whether a text names a cause or a purpose as such: "because", "in order to", 因为."""
    return _REASON.search(text) is not None


def without_emoji_at_end(text: str) -> str:
    """Return the text without emoji behind its last sentence, which would be read as one more sentence."""
    return text if text.isascii() else _EMOJI_AT_END.sub("", text)


def _cached(read: Callable[[str], _Read]) -> Callable[[str], _Read]:
    """Return a method of a reader that remembers what it has read, and does not read emoji at the end."""

    @lru_cache(maxsize=_CACHED_TEXTS)
    def read_once(text: str) -> _Read:
        return read(without_emoji_at_end(text))

    return read_once


class _CachingReader:
    """A reader that caches the latest texts, as several nodes read the same message.

    Args:
        reader: the reader of new texts.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._clauses = _cached(reader.clauses)
        self._bare = _cached(reader.strip_fillers)
        self._ideas = _cached(reader.ideas)
        self._roles = _cached(reader.roles)
        self._literal = _cached(reader.normalize)

    @property
    def plain_ideas(self) -> frozenset[str]:
        """Words so general that naming them tells nothing of a story."""
        return self._reader.plain_ideas

    def clauses(self, text: str) -> list[Clause]:
        """Return the sentences of a text, empty ones left out."""
        return [*self._clauses(text)]

    def split_compound(self, text: str) -> list[Clause]:
        """Split a compound question into single ones; none where it is not compound or can't be split."""
        return self._reader.split_compound(text)

    def split_loosely(self, text: str) -> list[str]:
        """Split a compound question loosely into what it joins."""
        return self._reader.split_loosely(text)

    def alternatives(self, text: str) -> list[str]:
        """Return the questions that an "or" joins; none without an "or"."""
        return self._reader.alternatives(text)

    def open_kinds(self, text: str) -> Counter[str]:
        """Count what it leaves open: `person`, `thing`, `place`, `time`."""
        return self._reader.open_kinds(text)

    def roles(self, text: str) -> Roles:
        """Return the owners, the doers and the deeds that a text names."""
        return self._roles(text)

    def segments(self, sentence: str) -> list[str]:
        """Return the shortest runs of words between commas and conjunctions."""
        return self._reader.segments(sentence)

    def strip_fillers(self, text: str) -> str:
        """Return the text without fillers, frames and tags."""
        return self._bare(text)

    def ideas(self, text: str) -> frozenset[str]:
        """Return the ideas that a text brings in."""
        return self._ideas(text)

    def says_when(self, idea: str) -> bool:
        """Return whether an idea is a time."""
        return self._reader.says_when(idea)

    def dictionary_form(self, phrase: str) -> tuple[str, ...]:
        """Return the words of a phrase in the form under which its synonyms are looked up."""
        return self._reader.dictionary_form(phrase)

    def same_word_family(self, idea: str, known: frozenset[str]) -> bool:
        """Return whether an idea is of the same word family as a known one."""
        return self._reader.same_word_family(idea, known)

    def are_contrary(self, one: str, other: str) -> bool:
        """Return whether two texts differ in words that exclude each other."""
        return self._reader.are_contrary(one, other)

    def undoes(self, one: str, other: str) -> bool:
        """Return whether one text undoes what the other tells of."""
        return self._reader.undoes(one, other)

    def normalize(self, text: str) -> str:
        """Return the text without case, punctuation and spacing."""
        return self._literal(text)

    def count_negations(self, words: Sequence[str]) -> int:
        """Count the negating words."""
        return self._reader.count_negations(words)

    def is_sentence(self, clause: Clause) -> bool:
        """Return whether it is built like a sentence."""
        return self._reader.is_sentence(clause)

    def in_language(self, text: str) -> bool:
        """Return whether the text is written in this language's script."""
        return self._reader.in_language(text)


@lru_cache(maxsize=128)
def reader_for(
    language: str,
    cast: tuple[NamedEntity, ...] = (),
    synonyms: tuple[SynonymGroup, ...] = (),
    words: frozenset[str] = frozenset(),
) -> Reader:
    """Return the reader of a language.

    Args:
        language: `en` or `zh`.
        cast, synonyms: those of one story.
        words: all words of the story, for spelling correction.
    """
    return _CachingReader(
        ChineseReader(cast, synonyms) if language == "zh" else EnglishReader(cast, synonyms, words)
    )
