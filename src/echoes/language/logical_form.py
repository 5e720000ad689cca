"""The logical form of a sentence, independent of its wording, and inference between two of them.

Two sentences are related by natural logic (MacCartney and Manning, 2007, "Natural logic for
textual inference"): a true sentence stays true when a modifier is left out, a false one
stays false when one is added. That needs no knowledge of the world. A word that could invert
this (only, if, all, almost …) stands in the core, which must be equal.
"""

from dataclasses import dataclass, replace
from typing import Literal

from echoes.language.symbols import LEFT_OUT, SOMEBODY, SOMETHING, is_person

NOT = " not"
"""The ending of the mood of a negated question, to which YES may be meant either way."""

FormRelation = Literal["same", "opposite", "follows", "narrows"]


@dataclass(frozen=True)
class LogicalForm:
    """The claim of a sentence; of a yes/no question, the claim that YES confirms.

    Attributes:
        core: agent, verb and object, in this order whatever the voice, as dictionary forms; synonyms are one
            word.
        adjuncts: parts that may be left out: place, time, instrument, manner; the preposition comes first.
        mood: the modality: is so, can, must or will be so; or that something exists or matters.
        negated: whether the claim is negated.
        strict: whether it holds a word (only, alone, all …) with which nothing follows from leaving a
            modifier out or adding one.
        binding: adjuncts without which the rest may be false: a time, a stage, a dream.
    """

    core: tuple[str, ...]
    adjuncts: frozenset[str] = frozenset()
    mood: str = ""
    negated: bool = False
    strict: bool = False
    binding: frozenset[str] = frozenset()


def relation(said: LogicalForm, premise: LogicalForm) -> FormRelation | None:
    """Return the relation of a sentence to a premise that was ruled on.

    Returns:
        `same` or `opposite`: both have the same truth value, or opposite ones. `follows`: if the premise is
        true, so is the sentence. `narrows`: if the premise is false, so is the sentence. None: unknown.
    """
    if said.mood != premise.mood:
        return None
    if said.core == premise.core and said.adjuncts == premise.adjuncts:
        return "same" if said.negated == premise.negated else "opposite"
    if said.negated or premise.negated or said.strict or premise.strict:
        return None
    if _covers(said.core, premise.core) and _without(said, premise):
        return "follows"
    if _covers(premise.core, said.core) and _without(premise, said):
        return "narrows"
    return None


def without_negation(form: LogicalForm) -> tuple[LogicalForm, bool]:
    """Return a sentence without its negation, and whether it had one.

    For a referee that rules on a question with "not" by its whole meaning, as a model is told to.
    """
    asks_not = form.mood.endswith(NOT)
    framed = form.negated and form.core[:1] == ("true",)  # it is false that …
    core = form.core[1:] if framed else form.core
    positive = replace(form, core=core, mood=form.mood.removesuffix(NOT), negated=False)
    return positive, form.negated != asks_not


def _without(less: LogicalForm, more: LogicalForm) -> bool:
    """Return whether one is the other without adjuncts whose removal preserves truth."""
    left_out = more.adjuncts - less.adjuncts
    return less.adjuncts <= more.adjuncts and not left_out & more.binding


def _covers(general: tuple[str, ...], special: tuple[str, ...]) -> bool:
    """Return whether one says of somebody or something what the other says of a certain one."""
    if general == special:
        return True
    if len(general) < 2 or len(special) < len(general):
        return False
    rest = len(special) - len(general) + 1
    # A subject of "something" may be a person after all; an object is the thing that was named.
    if general[0] != SOMETHING and general[1:] == special[rest:] and _is_any(general[0], special[:rest]):
        return True
    return general[:-1] == special[: len(general) - 1] and _is_any(general[-1], special[len(general) - 1 :])


def _is_any(word: str, certain: tuple[str, ...]) -> bool:
    if word == SOMEBODY:
        return len(certain) == 1 and is_person(certain[0])
    if word == SOMETHING:
        return not any(one in (SOMEBODY, LEFT_OUT) or is_person(one) for one in certain)
    return word == LEFT_OUT


def is_indefinite(form: LogicalForm) -> bool:
    """Return whether it speaks of anybody or anything, and so may cover what is said of a certain one."""
    return any(end in (SOMEBODY, SOMETHING, LEFT_OUT) for end in (*form.core[:1], *form.core[-1:]))
