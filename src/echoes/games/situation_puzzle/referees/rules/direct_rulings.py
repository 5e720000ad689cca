"""Rulings on a player's own words.

The question says what the author ruled on, or something that follows from it: by equal words, by natural
logic, or because everything that could invert the meaning is equal. Similarity alone never decides.
"""

from collections.abc import Sequence
from dataclasses import replace

from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.analysis_cache import PuzzleAnalysis
from echoes.games.situation_puzzle.referees.rules.inference import Inference, combined_ruling
from echoes.games.situation_puzzle.referees.rules.similarity import SimilarRuling
from echoes.games.situation_puzzle.referees.types import Ruling
from echoes.language.reader import Clause


class DirectRulings:
    """Rulings by the author's own words.

    Args:
        puzzle: the puzzle with its authored rulings.
        analysis: its analysed rulings and facts.
        source: the name under which it rules.
    """

    def __init__(self, puzzle: Puzzle, analysis: PuzzleAnalysis, source: str) -> None:
        self.ruling_index, self._facts, self._source = analysis.ruling_index, analysis.facts, source
        self._rulings = puzzle.rulings

    def exact(self, text: str, clauses: list[Clause]) -> Ruling | None:
        """Rule by an authored question, or a statement, that says exactly the same.

        Args:
            text: a question or claim.
            clauses: its clauses.
        """
        if ruling := self._by_author(self.ruling_index.exact_matches(text), "word for word"):
            return ruling
        can_be_ruled = self._can_be_ruled(text, clauses)
        if can_be_ruled and (same := self.ruling_index.equivalent_rulings(clauses[0])):
            return self._by_author(same, "says the same")
        facts = self._facts.matcher.facts_stated_by(text, clauses)
        if facts and not self.ruling_index.exact_matches(text):
            return Ruling("YES", self._source, facts, rationale="states what the author states")
        if not can_be_ruled:
            return None
        found = self.ruling_index.logic.infer(clauses[0])
        says_it = found and found.relation in ("same", "opposite")
        return self._same_meaning(clauses[0], found) if says_it else None

    def inferred(self, text: str, clauses: list[Clause]) -> Ruling | None:
        """Rule by inference from a sentence that says more or less, or part by part."""
        if not self._can_be_ruled(text, clauses):
            return None
        [clause] = clauses
        return self._same_meaning(clause, self.ruling_index.logic.infer(clause)) or self._compound(text)

    def _can_be_ruled(self, text: str, clauses: list[Clause]) -> bool:
        """Return whether it is a single question on the story, of words that are not ruled in two ways."""
        index = self.ruling_index
        single = len(clauses) == 1 and clauses[0].rulable
        return single and not index.exact_matches(text) and not index.speaks_of_speakers(text)

    def _same_meaning(self, clause: Clause, found: Inference | None) -> Ruling | None:
        """Rule by what follows from the author's sentences, and by rulings clearly similar to the question.

        The two ways must not contradict each other.
        """
        inferred = self._inferred(found)
        alike = self.ruling_index.similar_rulings.of(clause)
        rulings = {similar.premise.ruling for similar in alike}
        if not alike or len(rulings) > 1:
            return inferred if not alike or (inferred and inferred.authored is not None) else None
        if inferred and {inferred.ruling} != rulings:
            return None
        asked = self._asked_in_full(alike)
        if inferred and (asked is None or found is None or found.relation != "follows"):
            return inferred
        return self._like(asked or alike[0], in_full=asked is not None)

    def _asked_in_full(self, alike: Sequence[SimilarRuling]) -> SimilarRuling | None:
        """Return the most similar ruling of which the question asks everything, if there is one.

        A pronoun counts as the thing of the statement that it stands for, unless it may stand for two.
        """
        named = {one.pronoun_for for one in alike if one.pronoun_for}
        clear = len(named) == 1 and all(map(self.ruling_index.disclosure.is_public, named))
        return next((one for one in alike if one.whole or (clear and one.pronoun_for)), None)

    def _inferred(self, found: Inference | None) -> Ruling | None:
        if found is None:
            return None
        premise = found.premise
        if found.relation == "same" and premise.authored is not None:
            return self.authored(premise.authored, "means the same")
        number = "" if premise.authored is None else f"ruling {premise.authored + 1}, "
        why = f"{found.relation}: {number}«{premise.text}» ({premise.ruling})"
        whole = premise.authored if found.relation == "follows" else None
        return Ruling(found.ruling, self._source, found.facts, authored=whole, rationale=why)

    def _like(self, similar: SimilarRuling, in_full: bool) -> Ruling:
        form = similar.premise.clause.keyword_form
        guards = ", ".join(filter(None, (*form.guards, *form.members))) if form else ""
        ruling = self.authored(similar.number, f"plainly like ({similar.score}; guards: {guards})")
        ruling = replace(ruling, confidence=similar.score)
        return ruling if in_full else replace(ruling, facts=(), steps=())

    def _compound(self, text: str) -> Ruling | None:
        """Rule on each part of a compound question by itself; every part must be ruled."""
        infer = self.ruling_index.logic.infer
        parts = [
            self._same_meaning(clause, infer(clause))
            for clause in self.ruling_index.reader.split_compound(text)
        ]
        rulings = [part for part in parts if part]
        return combine_rulings(rulings) if parts and len(rulings) == len(parts) else None

    def _by_author(self, numbers: set[int], why: str) -> Ruling | None:
        authored = self.ruling_index.unanimous(numbers)
        if authored is None:
            return None
        return self.authored(min(numbers), why)

    def authored(self, number: int, why: str) -> Ruling:
        """Return the author's ruling, with the reason why it applies here."""
        authored = self._rulings[number]
        return Ruling(
            authored.ruling,
            self._source,
            authored.facts,
            authored=number,
            rationale=f"{why}: ruling {number + 1}, «{authored.texts[0]}»",
            remark=authored.remark,
            steps=authored.steps,
        )


def combine_rulings(rulings: Sequence[Ruling]) -> Ruling | None:
    """Return the ruling of a compound question from those of its parts, if one word can say it."""
    word = combined_ruling([one.ruling for one in rulings])
    if word is None:
        return None
    true = [one for one in rulings if one.ruling == "YES"]
    facts = dict.fromkeys(fact for one in true for fact in one.facts)
    steps = dict.fromkeys(fact for one in true for fact in one.steps)
    why = "; ".join(f"{one.ruling}: {one.rationale}" for one in rulings)
    confidence = min(one.confidence for one in rulings)
    ruling = Ruling(word, rulings[0].source, tuple(facts), confidence, rationale=f"compound: {why}")
    return replace(ruling, steps=tuple(steps))
