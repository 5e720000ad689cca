"""What a sentence says apart from how it says it, and what follows from it.

Two sentences are related by natural logic (MacCartney and Manning, 2007, "Natural logic for
textual inference"): a true sentence stays true when a modifier is left out, a false one
stays false when one is added. That needs no knowledge of the world. Where a word could
turn this round (only, if, all, almost …) it stands in the core, which must be equal.
"""

from dataclasses import dataclass, replace
from typing import Literal

SOMEBODY = "somebody"
"""Any person of the cast."""

SOMETHING = "something"
"""What is no person of the cast."""

NO_PERSON = "@_"
"""Begins what stands in an English sentence for one of the cast that is no person; "@" for others."""

FIRST_PERSON, FIRST_OTHER, _LAST = "\ue000", "\uf000", "\uf8ff"
"""What stands in a Chinese sentence for one of the cast, a character each: persons, then others."""

MEMBER = f"[{FIRST_PERSON}-{_LAST}]"
"""Finds one of the cast in a Chinese sentence."""

LEFT_OUT = "∅"
"""Anybody or anything: the doer that a passive leaves out."""


@dataclass(frozen=True)
class Gist:
    """What a sentence is about, for comparing it with one that is built otherwise.

    Attributes:
        guards: all that may turn a meaning round: negation, numbers, quantifiers, what is
            wanted, known or possible, before and after, from and to. Must be equal.
        members: who of the cast is named, the doer first. Must be equal.
        words: the other words that carry meaning.
        order: members and words as they come.
        heads: those of them that stand right behind a thing or a member and make another
            thing of it: the car keys, her brother.
        ties: words, each with the preposition that it stands behind.
        strict: whether a negation, a word such as only, or a possibility reaches over all of it.
    """

    guards: tuple[str, ...]
    members: tuple[str, ...]
    words: frozenset[str]
    order: tuple[str, ...] = ()
    heads: frozenset[str] = frozenset()
    ties: frozenset[tuple[str, str]] = frozenset()
    strict: bool = False


NOT = " not"
"""Ends the mood of a question with a negation: YES to it may be meant either way."""

Relation = Literal["same", "opposite", "follows", "narrows"]


@dataclass(frozen=True)
class Sense:
    """One claim, or what a yes/no question asks whether it is so.

    Attributes:
        core: doer, deed, and what it is done to, in this order whatever the voice, as
            dictionary forms; synonyms are one word.
        adjuncts: what may be left out: where, when, with what, how. With a preposition first.
        mood: whether it is so, can, must or will be so, or whether something exists or matters.
        negated: whether it says that it is not so.
        binding: those adjuncts without which the rest may be false: when it was so, on a
            stage, in a dream.
        strict: whether it holds a word (only, alone, all …) with which nothing follows from
            leaving out or adding.
    """

    core: tuple[str, ...]
    adjuncts: frozenset[str] = frozenset()
    mood: str = ""
    negated: bool = False
    strict: bool = False
    binding: frozenset[str] = frozenset()


def relation(said: Sense, witness: Sense) -> Relation | None:
    """How what was said is related to a sentence that was ruled on.

    Returns:
        `same` or `opposite`: both stand or fall together, or against each other.
        `follows`: if the witness is true, so is what was said. `narrows`: if the witness is
        false, so is what was said. None: neither can be told.
    """
    if said.mood != witness.mood:
        return None
    if said.core == witness.core and said.adjuncts == witness.adjuncts:
        return "same" if said.negated == witness.negated else "opposite"
    if said.negated or witness.negated or said.strict or witness.strict:
        return None
    if _covers(said.core, witness.core) and _without(said, witness):
        return "follows"
    if _covers(witness.core, said.core) and _without(witness, said):
        return "narrows"
    return None


def affirmed(sense: Sense) -> tuple[Sense, bool]:
    """A sentence without its negation, and whether it had one.

    For who rules on a question with "not" by its whole meaning, as a model is told to.
    """
    asks_not = sense.mood.endswith(NOT)
    framed = sense.negated and sense.core[:1] == ("true",)  # it is false that …
    core = sense.core[1:] if framed else sense.core
    positive = replace(sense, core=core, mood=sense.mood.removesuffix(NOT), negated=False)
    return positive, sense.negated != asks_not


def _without(less: Sense, more: Sense) -> bool:
    """Whether the one is the other with adjuncts left out that leave the rest as true as it was."""
    left_out = more.adjuncts - less.adjuncts
    return less.adjuncts <= more.adjuncts and not left_out & more.binding


def _covers(general: tuple[str, ...], special: tuple[str, ...]) -> bool:
    """Whether the one says the same of somebody or something as the other of a certain one."""
    if general == special:
        return True
    if len(general) < 2 or len(special) < len(general):
        return False
    rest = len(special) - len(general) + 1
    # What did it may be a person, whoever it was; what it was done to is what was named.
    if general[0] != SOMETHING and general[1:] == special[rest:] and _is_any(general[0], special[:rest]):
        return True
    return general[:-1] == special[: len(general) - 1] and _is_any(general[-1], special[len(general) - 1 :])


def _is_any(word: str, certain: tuple[str, ...]) -> bool:
    if word == SOMEBODY:
        return len(certain) == 1 and is_person(certain[0])
    if word == SOMETHING:
        return not any(one in (SOMEBODY, LEFT_OUT) or is_person(one) for one in certain)
    return word == LEFT_OUT


def is_open(sense: Sense) -> bool:
    """Whether it says something of anybody or anything, and so may cover what is said of one."""
    return any(end in (SOMEBODY, SOMETHING, LEFT_OUT) for end in (*sense.core[:1], *sense.core[-1:]))


def is_person(word: str) -> bool:
    """Whether a word stands for a person of the cast."""
    english = word[:1] == "@" and not word.startswith(NO_PERSON)
    return english or (len(word) == 1 and FIRST_PERSON <= word < FIRST_OTHER)


def is_member(word: str) -> bool:
    """Whether a word stands for one of the cast."""
    return word[:1] == "@" or (len(word) == 1 and FIRST_PERSON <= word <= _LAST)
