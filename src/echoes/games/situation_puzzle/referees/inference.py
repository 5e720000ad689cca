"""What follows for a question from what the author ruled and told."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.language.reading import Clause
from echoes.games.situation_puzzle.language.sense import Relation, Sense, affirmed, is_open, relation
from echoes.games.situation_puzzle.referees.readings import Witness

_FLIPPED: dict[RulingWord, RulingWord] = {"YES": "NO", "NO": "YES"}


@dataclass(frozen=True)
class Inference:
    """A ruling that follows from a witness, and how the question is related to it."""

    ruling: RulingWord
    witness: Witness
    relation: Relation

    @property
    def facts(self) -> tuple[str, ...]:
        """What a player has got by it: all that its witness carries, if both say the same."""
        return self.witness.facts if self.relation == "same" and self.ruling == "YES" else ()


class Logic:
    """Draws conclusions from sentences whose ruling is known.

    Args:
        witnesses: those sentences.
    """

    def __init__(self, witnesses: Iterable[Witness]) -> None:
        self._known = [(one.clause.sense, one) for one in witnesses if one.clause.sense]
        self._index: dict[tuple[object, ...], list[int]] = defaultdict(list)
        for number, (sense, _) in enumerate(self._known):
            for key in (
                _core(sense),
                *_ends(sense, "any"),
                *(_ends(sense, "open") if is_open(sense) else ()),
            ):
                self._index[key].append(number)

    def related(self, said: Sense) -> list[Inference]:
        """All rulings that follow for what was said, each with its witness, in their order."""
        # Related are equal cores; and where one says it of anybody, those that begin or end alike.
        keys = (_core(said), *_ends(said, "any" if is_open(said) else "open"))
        numbers = {number for key in keys for number in self._index.get(key, ())}
        found = (inferred(said, *self._known[number]) for number in sorted(numbers))
        return [one for one in found if one]

    def infer(self, clause: Clause) -> Inference | None:
        """The ruling that follows, if all witnesses agree.

        Witnesses that say the same come before those from which it only follows.
        """
        found = self.related(clause.sense) if clause.sense else []
        decisive = [one for one in found if one.relation == "same"] or found
        return _best(decisive) if len({one.ruling for one in decisive}) == 1 else None


def joined(rulings: Sequence[RulingWord]) -> RulingWord | None:
    """The ruling of a compound question: YES AND NO when its parts differ.

    None where one part only is irrelevant: no word of the four says "this half is".
    """
    different = {*rulings}
    if len(different) == 1:
        return rulings[0]
    return None if "IRRELEVANT" in different else "YES AND NO"


def _best(found: Sequence[Inference]) -> Inference:
    """The one that carries most, and an authored ruling before a sentence."""
    return max(found, key=lambda one: (len(one.facts), one.witness.authored is not None))


def _core(sense: Sense) -> tuple[object, ...]:
    return sense.mood, sense.core


def _ends(sense: Sense, kind: str) -> list[tuple[object, ...]]:
    return [(kind, sense.mood, place, sense.core[place]) for place in (0, -1) if sense.core]


def inferred(said: Sense, sense: Sense, witness: Witness) -> Inference | None:
    """What follows for what was said from a witness, whose sense this is."""
    related = relation(said, sense)
    ruling = _transferred(related, witness.ruling) if related else None
    return Inference(ruling, witness, related) if related and ruling else None


def implied(said: Sense, witness: Sense, ruling: RulingWord) -> RulingWord | None:
    """The ruling that follows for what was said from one on another sentence; a negation turns it round."""
    (asked, denies), (known, denied) = affirmed(said), affirmed(witness)
    related = relation(asked, known)
    follows = _transferred(related, _turned(ruling, denied)) if related else None
    return _turned(follows, denies) if follows else None


def _turned(ruling: RulingWord, denied: bool) -> RulingWord:
    return _FLIPPED.get(ruling, ruling) if denied else ruling


def _transferred(related: Relation, ruling: RulingWord) -> RulingWord | None:
    match related:
        case "same":
            return ruling
        case "opposite":
            return _FLIPPED.get(ruling, ruling)
        case "follows":
            return ruling if ruling == "YES" else None
        case "narrows":
            return ruling if ruling == "NO" else None
