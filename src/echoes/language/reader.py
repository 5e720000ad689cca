"""The protocol of a language reader, and the clauses that it returns."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from echoes.language.glossary import NamedEntity
from echoes.language.keyword_form import KeywordForm
from echoes.language.logical_form import LogicalForm
from echoes.language.roles import Roles

_NO_LETTER = re.compile(r"[\W_]+")


class Form(StrEnum):
    """The kind of a sentence."""

    POLAR = "polar"
    CLAIM = "claim"
    OPEN = "open"
    """A question with why, who, what …, or a command, which no ruling can answer."""
    CHOICE = "choice"
    """A question for this or that, which no ruling can answer."""


@dataclass(frozen=True)
class Clause:
    """A sentence that was read.

    Attributes:
        text: the sentence as it was written.
        form: the kind of sentence.
        key: its words in order, in canonical form, without those that carry no meaning.
        verb: kind and tense of its auxiliary; the tense is `*` where it can't be told.
        ideas: its content words as dictionary forms: things, actions, numbers, qualities.
        logical_form: its logical form; None where the grammar does not cover it.
        keyword_form: its keyword form; None where nothing can be ruled on.
        members: the characters that are named, in order.
    """

    text: str
    form: Form
    key: tuple[str, ...]
    verb: tuple[str, str] = ("plain", "*")
    ideas: frozenset[str] = frozenset()
    logical_form: LogicalForm | None = None
    keyword_form: KeywordForm | None = None
    members: tuple[str, ...] = ()

    def says_the_same(self, other: "Clause") -> bool:
        """Return whether both state or ask the same, so that one's ruling is the other's."""
        return (
            bool(self.key)
            and self.key == other.key
            and self.verb[0] == other.verb[0]
            and ("*" in (self.verb[1], other.verb[1]) or self.verb[1] == other.verb[1])
        )

    @property
    def rulable(self) -> bool:
        """Return whether YES or NO can answer it at all."""
        return self.form in (Form.POLAR, Form.CLAIM) and bool(self.key)


class Reader(Protocol):
    """A reader of one language for one story's cast."""

    @property
    def plain_ideas(self) -> frozenset[str]:
        """Words so general that naming them tells nothing of a story."""
        ...

    def clauses(self, text: str) -> list[Clause]:
        """Return the sentences of a text, empty ones left out."""
        ...

    def split_compound(self, text: str) -> list[Clause]:
        """Split a compound question into single ones; none where it is not compound or can't be split."""
        ...

    def split_loosely(self, text: str) -> list[str]:
        """Split a compound question loosely into what it joins; a piece need not be a sentence.

        Nothing is returned where it joins nothing, or where the conjunction has a meaning of its own
        (because, if, or).
        """
        ...

    def alternatives(self, text: str) -> list[str]:
        """Return the questions that an "or" joins, the later ones with the beginning of the first."""
        ...

    def open_kinds(self, text: str) -> Counter[str]:
        """Count what it leaves open: `person` (somebody, who), `thing`, `place`, `time`."""
        ...

    def roles(self, text: str) -> Roles:
        """Return the owners, the doers and the deeds that a text names."""
        ...

    def segments(self, sentence: str) -> list[str]:
        """Return the shortest runs of words between commas and conjunctions, whatever these say."""
        ...

    def strip_fillers(self, text: str) -> str:
        """Return the text without fillers, frames ("my theory is that …") and tags (", didn't he?")."""
        ...

    def ideas(self, text: str) -> frozenset[str]:
        """Return the ideas of a text: its content words as dictionary forms, numbers among them."""
        ...

    def says_when(self, idea: str) -> bool:
        """Return whether an idea is a time."""
        ...

    def dictionary_form(self, phrase: str) -> tuple[str, ...]:
        """Return the words of a phrase in the form under which its synonyms are looked up."""
        ...

    def same_word_family(self, idea: str, known: frozenset[str]) -> bool:
        """Return whether an idea is of the same word family as a known one: crime and criminal."""
        ...

    def are_contrary(self, one: str, other: str) -> bool:
        """Return whether two texts differ in words that exclude each other.

        Hot is not cold, and what was done is not yet what was done on purpose.
        """
        ...

    def undoes(self, one: str, other: str) -> bool:
        """Return whether one text undoes what the other tells of: to get out, to get in."""
        ...

    def normalize(self, text: str) -> str:
        """Return the text without case, punctuation and spacing: equal means word for word."""
        ...

    def count_negations(self, words: Sequence[str]) -> int:
        """Count the negating words in a key, or in a part of one."""
        ...

    def is_sentence(self, clause: Clause) -> bool:
        """Return whether it is built like a sentence, and is not a list of keywords."""
        ...

    def in_language(self, text: str) -> bool:
        """Return whether the text is written in this language's script."""
        ...


def members_meet(one: Sequence[Clause], other: Sequence[Clause]) -> bool:
    """Return whether two texts name a character in common, or one of them names none."""
    mine, theirs = ({name for clause in clauses for name in clause.members} for clauses in (one, other))
    return not mine or not theirs or bool(mine & theirs)


def letters_of(reader: Reader, text: str) -> str:
    """Return the letters and digits of a text alone: equal means the same words in the same order."""
    return _NO_LETTER.sub("", reader.normalize(text))


def human_names(cast: Sequence[NamedEntity], others: re.Pattern[str]) -> frozenset[str]:
    """Return the characters that are human and no animal, machine or company, by their names.

    Args:
        cast: the characters of the story.
        others: a pattern for the noun of a name that is no person's.
    Returns:
        Their names.
    """
    called = {member.name: (member.name, *member.aliases) for member in cast}
    return frozenset(
        name for name, aliases in called.items() if not any(others.search(one.casefold()) for one in aliases)
    )


def unambiguous_aliases(cast: Sequence[NamedEntity]) -> list[tuple[str, str]]:
    """Return each alias that belongs to one character only, with that character's name, longest first."""
    owners: dict[str, set[str]] = {}
    for member in cast:
        for alias in (member.name, *member.aliases):
            owners.setdefault(alias.casefold(), set()).add(member.name)
    single = [(alias, next(iter(names))) for alias, names in owners.items() if len(names) == 1]
    return sorted(single, key=lambda pair: (-len(pair[0]), pair[0]))
