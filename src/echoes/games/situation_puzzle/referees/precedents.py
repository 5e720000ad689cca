"""What the earlier rulings of a session mean for a question: the same ruling, or a contradiction."""

from echoes.games.situation_puzzle.language.reading import Reader
from echoes.games.situation_puzzle.referees.answers import Earlier, Question, Ruling
from echoes.games.situation_puzzle.referees.inference import Inference, Logic
from echoes.games.situation_puzzle.referees.readings import Witness

_OPPOSITE = {"YES": "NO", "NO": "YES"}


class Precedents:
    """The earlier rulings that a question is related to.

    Args:
        question: with the rulings before it.
        reader: of its language.
    """

    def __init__(self, question: Question, reader: Reader) -> None:
        self._question, self._reader = question, reader
        self._related = [*self._find()]

    def _find(self) -> list[tuple[Inference, Earlier]]:
        """What follows for it, each with the ruling from which it does, oldest first."""
        said = self._reader.clauses(self._question.text)
        if len(said) != 1 or said[0].sense is None:
            return []
        found: list[tuple[Inference, Earlier]] = []
        for one in self._question.earlier:
            clauses = self._reader.clauses(one.text)
            if len(clauses) == 1:
                witness = Witness(clauses[0], one.ruling, None, one.facts if one.ruling == "YES" else ())
                found += [(inferred, one) for inferred in Logic([witness]).related(said[0].sense)]
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
        opposite = _OPPOSITE.get(ruling.ruling)
        return next((one for found, one in reversed(self._related) if found.ruling == opposite), None)


def is_said_again(one: Earlier, other: Earlier, reader: Reader) -> bool:
    """Whether it is the same question with the same ruling, which the author has not settled."""
    return (
        reader.literal(one.text) == reader.literal(other.text)
        and one.ruling == other.ruling
        and not one.is_final
    )
