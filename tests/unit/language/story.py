"""Characters and synonyms of a story, as a reader takes them from any kind of game."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Character:
    """A character with its names."""

    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Synonyms:
    """Words that mean the same."""

    words: tuple[str, ...]
