"""What a text says, in a form that can be compared."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from echoes.games.situation_puzzle.language.sense import Gist, Sense
from echoes.games.situation_puzzle.puzzle import CastMember


class Form(StrEnum):
    """What kind of sentence it is."""

    POLAR = "polar"
    CLAIM = "claim"
    OPEN = "open"
    """Asks why, who, what …: no ruling can answer it."""
    CHOICE = "choice"
    """Asks this or that: no ruling can answer it."""


@dataclass(frozen=True)
class Clause:
    """One sentence.

    Attributes:
        text: as it was written.
        form: what kind of sentence it is.
        key: its words in order, in canonical form, without what carries no meaning.
        verb: what its auxiliary says: kind, and tense or `*` where that can't be told.
        ideas: the words that bring in a thing, a deed, a number or a quality.
        sense: what it says apart from how; None where that is not understood.
        gist: what it is about; None where nothing can be ruled on.
        members: who of the cast is named, as they come.
    """

    text: str
    form: Form
    key: tuple[str, ...]
    verb: tuple[str, str] = ("plain", "*")
    ideas: frozenset[str] = frozenset()
    sense: Sense | None = None
    gist: Gist | None = None
    members: tuple[str, ...] = ()

    def says_the_same(self, other: "Clause") -> bool:
        """Whether both state or ask the same, so that one's ruling is the other's."""
        return (
            bool(self.key)
            and self.key == other.key
            and self.verb[0] == other.verb[0]
            and ("*" in (self.verb[1], other.verb[1]) or self.verb[1] == other.verb[1])
        )

    @property
    def rulable(self) -> bool:
        """Whether YES or NO can answer it at all."""
        return self.form in (Form.POLAR, Form.CLAIM) and bool(self.key)


class Reader(Protocol):
    """Reads texts of one language for one puzzle's cast."""

    @property
    def plain_ideas(self) -> frozenset[str]:
        """Words so general that naming them tells nothing of a story."""
        ...

    def clauses(self, text: str) -> list[Clause]:
        """The sentences of a text, empty ones left out."""
        ...

    def parts(self, text: str) -> list[Clause]:
        """The single questions of a compound one; none where it is none or can't be taken apart."""
        ...

    def pieces(self, text: str) -> list[str]:
        """What a compound question joins, taken apart loosely: a piece may be no sentence of its own.

        None where it joins nothing, or where the joint itself says something (because, if, or).
        """
        ...

    def kinds(self, text: str) -> Counter[str]:
        """What it leaves open, and how often: `person` (somebody, who), `thing`, `place`, `time`."""
        ...

    def segments(self, sentence: str) -> list[str]:
        """The shortest runs of words between commas and joints, whatever these say."""
        ...

    def bare(self, text: str) -> str:
        """The text without fillers, frames ("my theory is that …") and tags (", didn't he?")."""
        ...

    def ideas(self, text: str) -> frozenset[str]:
        """The ideas that a text brings in."""
        ...

    def near(self, idea: str, known: frozenset[str]) -> bool:
        """Whether an idea is of the same family as one that is known: crime and criminal."""
        ...

    def literal(self, text: str) -> str:
        """The text without case, punctuation and spacing: equal means word for word."""
        ...

    def negations(self, words: Sequence[str]) -> int:
        """How many negating words there are in a key, or in a part of one."""
        ...

    def is_sentence(self, clause: Clause) -> bool:
        """Whether it is built like a sentence, and is not a heap of keywords."""
        ...

    def in_language(self, text: str) -> bool:
        """Whether the text is written in this language's script."""
        ...


def persons_of(cast: Sequence[CastMember], others: re.Pattern[str]) -> frozenset[str]:
    """Who of the cast is somebody, and no animal, machine or company, by what it is called.

    Args:
        cast: of the puzzle.
        others: finds the noun of a name that is no person's.
    Returns:
        Their names.
    """
    called = {member.name: (member.name, *member.aliases) for member in cast}
    return frozenset(
        name for name, aliases in called.items() if not any(others.search(one.casefold()) for one in aliases)
    )


def aliases_of(cast: Sequence[CastMember]) -> list[tuple[str, str]]:
    """Each name that stands for one member only, with that member's name; longest first."""
    owners: dict[str, set[str]] = {}
    for member in cast:
        for alias in (member.name, *member.aliases):
            owners.setdefault(alias.casefold(), set()).add(member.name)
    single = [(alias, next(iter(names))) for alias, names in owners.items() if len(names) == 1]
    return sorted(single, key=lambda pair: (-len(pair[0]), pair[0]))
