"""Natural-logic inference: rulings on a question that follow from what the author ruled and stated."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.referees.rules.known_sentences import Premise
from echoes.language.logical_form import FormRelation, LogicalForm, is_indefinite, relation, without_negation
from echoes.language.reader import Clause

_FLIPPED: dict[RulingWord, RulingWord] = {"YES": "NO", "NO": "YES"}


@dataclass(frozen=True)
class Inference:
    """A ruling that follows from a premise, and the relation of the question to it."""

    ruling: RulingWord
    premise: Premise
    relation: FormRelation

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the facts that it establishes: all those of the premise, if both say the same."""
        return self.premise.facts if self.relation == "same" and self.ruling == "YES" else ()


class NaturalLogic:
    """Inference from sentences whose ruling is known.

    Args:
        premises: those sentences.
    """

    def __init__(self, premises: Iterable[Premise]) -> None:
        self._known = [(one.clause.logical_form, one) for one in premises if one.clause.logical_form]
        self._index: dict[tuple[object, ...], list[int]] = defaultdict(list)
        for number, (form, _) in enumerate(self._known):
            for key in (
                _core(form),
                *_ends(form, "any"),
                *(_ends(form, "open") if is_indefinite(form) else ()),
            ):
                self._index[key].append(number)

    def related(self, said: LogicalForm) -> list[Inference]:
        """Return all rulings that follow for a sentence, in the order of their premises."""
        # Equal cores are related; where one is indefinite, also those that begin or end alike.
        keys = (_core(said), *_ends(said, "any" if is_indefinite(said) else "open"))
        numbers = {number for key in keys for number in self._index.get(key, ())}
        found = (infer_from(said, *self._known[number]) for number in sorted(numbers))
        return [one for one in found if one]

    def infer(self, clause: Clause) -> Inference | None:
        """Return the ruling that follows, if all premises agree.

        Premises that say the same come before those from which it only follows.
        """
        found = self.related(clause.logical_form) if clause.logical_form else []
        decisive = [one for one in found if one.relation == "same"] or found
        return _best(decisive) if len({one.ruling for one in decisive}) == 1 else None


def combined_ruling(rulings: Sequence[RulingWord]) -> RulingWord | None:
    """Return the ruling of a compound question: YES AND NO when its parts differ.

    None where only one part is irrelevant: none of the four words says so.
    """
    different = {*rulings}
    if len(different) == 1:
        return rulings[0]
    return None if "IRRELEVANT" in different else "YES AND NO"


def _best(found: Sequence[Inference]) -> Inference:
    """Return the inference that establishes most; an authored ruling comes before a sentence."""
    return max(found, key=lambda one: (len(one.facts), one.premise.authored is not None))


def _core(form: LogicalForm) -> tuple[object, ...]:
    return form.mood, form.core


def _ends(form: LogicalForm, kind: str) -> list[tuple[object, ...]]:
    return [(kind, form.mood, place, form.core[place]) for place in (0, -1) if form.core]


def infer_from(said: LogicalForm, form: LogicalForm, premise: Premise) -> Inference | None:
    """Return the conclusion for a sentence from one premise, if anything does."""
    related = relation(said, form)
    ruling = _transferred(related, premise.ruling) if related else None
    return Inference(ruling, premise, related) if related and ruling else None


def implied_ruling(said: LogicalForm, premise: LogicalForm, ruling: RulingWord) -> RulingWord | None:
    """Return the ruling on one sentence that follows from that on another; a negation inverts it."""
    (asked, denies), (known, denied) = without_negation(said), without_negation(premise)
    related = relation(asked, known)
    follows = _transferred(related, _turned(ruling, denied)) if related else None
    return _turned(follows, denies) if follows else None


def _turned(ruling: RulingWord, denied: bool) -> RulingWord:
    return _FLIPPED.get(ruling, ruling) if denied else ruling


def _transferred(related: FormRelation, ruling: RulingWord) -> RulingWord | None:
    match related:
        case "same":
            return ruling
        case "opposite":
            return _FLIPPED.get(ruling, ruling)
        case "follows":
            return ruling if ruling == "YES" else None
        case "narrows":
            return ruling if ruling == "NO" else None
