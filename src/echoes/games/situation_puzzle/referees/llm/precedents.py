"""Precedents: earlier rulings of the session that a question repeats or contradicts."""

from heapq import nlargest

from echoes.games.situation_puzzle.referees.rules.inference import Inference, implied_ruling, infer_from
from echoes.games.situation_puzzle.referees.rules.known_sentences import Premise
from echoes.games.situation_puzzle.referees.types import Correction, PastRuling, Question, Ruling
from echoes.language.logical_form import LogicalForm
from echoes.language.reader import Reader

_OPPOSITE = {"YES": "NO", "NO": "YES"}
_LATEST = 5
"""The number of latest rulings that a model is shown."""
_ALIKE = 3
"""The number of older rulings that a model is shown: those most similar to the question."""


class Precedents:
    """The past rulings of the session that a question is related to.

    Args:
        question: the question, with the past rulings.
        reader: the reader of its language.
    """

    def __init__(self, question: Question, reader: Reader) -> None:
        self._question, self._reader = question, reader
        self._related = self._find()

    def _find(self) -> list[tuple[Inference, PastRuling]]:
        """Return the conclusions for the question, each with the ruling it follows from, oldest first."""
        said = self._reader.clauses(self._question.text)
        if len(said) != 1 or said[0].logical_form is None:
            return []
        found: list[tuple[Inference, PastRuling]] = []
        for one in self._question.earlier:
            clauses = self._reader.clauses(one.text)
            if len(clauses) == 1 and (form := clauses[0].logical_form):
                premise = Premise(clauses[0], one.ruling, None, one.facts if one.ruling == "YES" else ())
                follows = infer_from(said[0].logical_form, form, premise)
                found += [(follows, one)] if follows else []
        return found

    def same_as_before(self, source: str) -> Ruling | None:
        """Return the ruling of an earlier question that says the same, or exactly the opposite.

        Args:
            source: the name of the referee.
        """
        normalized = self._reader.normalize(self._question.text)
        for one in reversed(self._question.earlier):
            if self._reader.normalize(one.text) == normalized:
                return Ruling(one.ruling, source, one.facts, rationale="asked before in these words")
        found = [
            one
            for one, _ in self._related
            # The facts of a negated question are not those of its opposite: only a NO follows.
            if one.relation == "same" or (one.relation, one.ruling) == ("opposite", "NO")
        ]
        if not found or len({one.ruling for one in found}) > 1:
            return None
        latest = found[-1]
        return Ruling(latest.ruling, source, latest.facts, rationale=f"as before: «{latest.premise.text}»")

    def against(self, ruling: Ruling) -> PastRuling | None:
        """Return the latest past ruling that can't be true together with this one."""
        form, opposite = self._form(self._question.text), _OPPOSITE.get(ruling.ruling)
        if form is None or opposite is None:
            return None
        words = {*form.core}
        for one in reversed(self._question.earlier):
            known = self._form(one.text)
            # Sentences without a word in common are never related.
            if (
                known
                and not words.isdisjoint(known.core)
                and implied_ruling(form, known, one.ruling) == opposite
            ):
                return one
        return None

    def corrected_by(self, ruling: Ruling) -> tuple[Correction, ...]:
        """Return the corrections of a model's past rulings that the author's ruling excludes."""
        form = self._form(self._question.text)
        found: list[Correction] = []
        for one in self._question.earlier if form and ruling.authored is not None else ():
            known = None if one.is_final else self._form(one.text)
            right = implied_ruling(known, form, ruling.ruling) if form and known else None
            if right and right == _OPPOSITE.get(one.ruling):
                found.append(Correction(one, right, (), ruling.rationale))
        return tuple(found)

    def _form(self, text: str) -> LogicalForm | None:
        clauses = self._reader.clauses(text)
        return clauses[0].logical_form if len(clauses) == 1 else None


def relevant_past_rulings(question: Question, reader: Reader) -> tuple[PastRuling, ...]:
    """Return the past rulings that bear on a question: the latest, and the most similar of the older ones.

    Args:
        question: the question, with the past rulings.
        reader: the reader of its language.
    Returns:
        A bounded number of rulings, in the order in which they were given.
    """
    older, latest = question.earlier[:-_LATEST], question.earlier[-_LATEST:]
    asked = reader.ideas(question.text)

    def similarity(one: PastRuling) -> float:
        """Return Dice's coefficient over ideas."""
        said = reader.ideas(one.text)
        return 2 * len(asked & said) / (len(asked) + len(said)) if asked & said else 0.0

    scores = [(similarity(one), number) for number, one in enumerate(older)]
    likest = {number for score, number in nlargest(_ALIKE, scores) if score}
    return (*(one for number, one in enumerate(older) if number in likest), *latest)


def repeats_ruling(one: PastRuling, other: PastRuling, reader: Reader) -> bool:
    """Return whether it is the same question with the same ruling, and the author has not settled it."""
    return (
        reader.normalize(one.text) == reader.normalize(other.text)
        and one.ruling == other.ruling
        and not one.is_final
    )
