"""The keyword form of a sentence, for comparing it with one of another construction."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal


@dataclass(frozen=True)
class KeywordForm:
    """The keyword form of a sentence, for comparing it with one of another construction.

    Attributes:
        guards: everything that may invert the meaning: negation, numbers, quantifiers, attitudes (wanted,
            known, possible), before and after, from and to. Must be equal.
        members: the characters that are named, the agent first. Must be equal.
        words: the other words that carry meaning.
        order: members and words in the order of the sentence.
        heads: head nouns right after another noun or a character: the car keys, her brother.
        ties: words, each with the preposition before it.
        gaps: places in `order` where a pronoun stands for a thing, or where a language leaves the thing out.
        strict: whether a negation, a word such as only, or a possibility has scope over all of it.
        attitudes: those of the guards that say that it is only wanted, feigned, refused, seen or said.
        restrictions: those with which nothing follows from leaving a word out: only, all, more, again, fake.
        decisive: the guards with which a sentence asks something else, however it is built.
        voice: `passive` where it tells what is done to what it begins with, `active` where it tells what
            that does to something; empty where it does neither.
        aspect: `done` of what has happened, `to come` of what will or would; empty where neither is said.
    """

    guards: tuple[str, ...]
    members: tuple[str, ...]
    words: frozenset[str]
    order: tuple[str, ...] = ()
    heads: frozenset[str] = frozenset()
    ties: frozenset[tuple[str, str]] = frozenset()
    strict: bool = False
    gaps: tuple[int, ...] = ()
    attitudes: frozenset[str] = frozenset()
    restrictions: frozenset[str] = frozenset()
    decisive: frozenset[str] = frozenset()
    voice: Literal["active", "passive", ""] = ""
    aspect: str = ""

    @cached_property
    def tied(self) -> frozenset[str]:
        """The words that a preposition stands before."""
        return frozenset(word for word, _ in self.ties)

    @cached_property
    def agents(self) -> frozenset[str]:
        """The words that "by" stands before."""
        return frozenset(word for word, preposition in self.ties if preposition == "by")
