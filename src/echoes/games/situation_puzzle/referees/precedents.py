"""What the earlier rulings of a session mean for a question: the same ruling, or a contradiction."""

from heapq import nlargest

from echoes.games.situation_puzzle.language.reading import Reader
from echoes.games.situation_puzzle.language.sense import Sense
from echoes.games.situation_puzzle.referees.answers import Earlier, Question, Ruling
from echoes.games.situation_puzzle.referees.inference import Inference, implied, inferred
from echoes.games.situation_puzzle.referees.readings import Witness

_OPPOSITE = {"YES": "NO", "NO": "YES"}
_LATEST = 5
"""How many of the latest rulings a model is reminded of."""
_ALIKE = 3
"""How many older ones, those that share most with the question."""


class Precedents:
    """The earlier rulings that a question is related to.

    Args:
        question: with the rulings before it.
        reader: of its language.
    """

    def __init__(self, question: Question, reader: Reader) -> None:
        self._question, self._reader = question, reader
        self._related = self._find()

    def _find(self) -> list[tuple[Inference, Earlier]]:
        """What follows for it, each with the ruling from which it does, oldest first."""
        said = self._reader.clauses(self._question.text)
        if len(said) != 1 or said[0].sense is None:
            return []
        found: list[tuple[Inference, Earlier]] = []
        for one in self._question.earlier:
            clauses = self._reader.clauses(one.text)
            if len(clauses) == 1 and (sense := clauses[0].sense):
                witness = Witness(clauses[0], one.ruling, None, one.facts if one.ruling == "YES" else ())
                follows = inferred(said[0].sense, sense, witness)
                found += [(follows, one)] if follows else []
        return found

    def as_before(self, source: str) -> Ruling | None:
        """The ruling of an earlier question that says the same, or just the opposite.

        Args:
            source: who rules.
        """
        literal = self._reader.literal(self._question.text)
        for one in reversed(self._question.earlier):
            if self._reader.literal(one.text) == literal:
                return Ruling(one.ruling, source, one.facts, rationale="asked before in these words")
        found = [
            one
            for one, _ in self._related
            # What a denial carried is not what its opposite carries: only NO follows from it.
            if one.relation == "same" or (one.relation, one.ruling) == ("opposite", "NO")
        ]
        if not found or len({one.ruling for one in found}) > 1:
            return None
        latest = found[-1]
        return Ruling(latest.ruling, source, latest.facts, rationale=f"as before: «{latest.witness.text}»")

    def against(self, ruling: Ruling) -> Earlier | None:
        """The latest ruling before with which this one can't be true together."""
        sense, opposite = self._sense(self._question.text), _OPPOSITE.get(ruling.ruling)
        if sense is None or opposite is None:
            return None
        words = {*sense.core}
        for one in reversed(self._question.earlier):
            known = self._sense(one.text)
            # Sentences without a word in common are never related.
            if known and not words.isdisjoint(known.core) and implied(sense, known, one.ruling) == opposite:
                return one
        return None

    def _sense(self, text: str) -> Sense | None:
        clauses = self._reader.clauses(text)
        return clauses[0].sense if len(clauses) == 1 else None


def recalled(question: Question, reader: Reader) -> tuple[Earlier, ...]:
    """The earlier rulings that bear on a question: the latest, and of the older ones the likest.

    Args:
        question: with the rulings before it.
        reader: of its language.
    Returns:
        In the order in which they were given; a bounded number of them.
    """
    older, latest = question.earlier[:-_LATEST], question.earlier[-_LATEST:]
    asked = reader.ideas(question.text)

    def likeness(one: Earlier) -> float:
        """Dice's coefficient over ideas."""
        said = reader.ideas(one.text)
        return 2 * len(asked & said) / (len(asked) + len(said)) if asked & said else 0.0

    scores = [(likeness(one), number) for number, one in enumerate(older)]
    likest = {number for score, number in nlargest(_ALIKE, scores) if score}
    return (*(one for number, one in enumerate(older) if number in likest), *latest)


def is_said_again(one: Earlier, other: Earlier, reader: Reader) -> bool:
    """Whether it is the same question with the same ruling, which the author has not settled."""
    return (
        reader.literal(one.text) == reader.literal(other.text)
        and one.ruling == other.ruling
        and not one.is_final
    )
