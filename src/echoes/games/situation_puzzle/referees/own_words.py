"""What can be ruled on a player's own words.

They say what the author ruled on, or what follows from it: by equal words, by natural logic, or because all
that could turn the meaning round is equal. Nearness never decides that.
"""

from collections.abc import Sequence
from dataclasses import replace

from echoes.games.situation_puzzle.language.reading import Clause
from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.situation_puzzle.referees.answers import Ruling
from echoes.games.situation_puzzle.referees.inference import Inference, joined
from echoes.games.situation_puzzle.referees.likeness import Likeness
from echoes.games.situation_puzzle.referees.shelf import Shelf


class OwnWords:
    """Rules on what a player says.

    Args:
        puzzle: whose author ruled.
        shelf: its rulings and facts, read.
        source: the name under which it rules.
    """

    def __init__(self, puzzle: Puzzle, shelf: Shelf, source: str) -> None:
        self.bank, self._facts, self._source = shelf.bank, shelf.facts, source
        self._rulings = puzzle.rulings

    def exactly(self, text: str, clauses: list[Clause]) -> Ruling | None:
        """By what says just the same.

        Args:
            text: a question or claim.
            clauses: the same as it was read.
        """
        if ruling := self._by_author(self.bank.word_for_word(text), "word for word"):
            return ruling
        if not self._can_be_ruled(text, clauses):
            return None
        if same := self.bank.saying_the_same(clauses[0]):
            return self._by_author(same, "says the same")
        if facts := self._facts.reading.stating(clauses[0]):
            return Ruling("YES", self._source, facts, rationale="states what the author states")
        found = self.bank.logic.infer(clauses[0])
        says_it = found and found.relation in ("same", "opposite")
        return self._same_meaning(clauses[0], found) if says_it else None

    def following(self, text: str, clauses: list[Clause]) -> Ruling | None:
        """By what follows from a sentence that says more or less, or for each part of a compound."""
        if not self._can_be_ruled(text, clauses):
            return None
        [clause] = clauses
        return self._same_meaning(clause, self.bank.logic.infer(clause)) or self._compound(text)

    def _can_be_ruled(self, text: str, clauses: list[Clause]) -> bool:
        """Whether it is one question, and no words that the author rules in two ways."""
        return len(clauses) == 1 and clauses[0].rulable and not self.bank.word_for_word(text)

    def _same_meaning(self, clause: Clause, found: Inference | None) -> Ruling | None:
        """By what follows from the author's sentences, and by what is plainly like them.

        The two ways must not contradict each other.
        """
        inferred = self._inferred(found)
        alike = self.bank.likenesses.of(clause)
        rulings = {likeness.witness.ruling for likeness in alike}
        if not alike or len(rulings) > 1:
            return inferred if not alike or (inferred and inferred.authored is not None) else None
        if inferred and {inferred.ruling} != rulings:
            return None
        return inferred or self._like(alike[0])

    def _inferred(self, found: Inference | None) -> Ruling | None:
        if found is None:
            return None
        witness = found.witness
        if found.relation == "same" and witness.authored is not None:
            return self.authored(witness.authored, "means the same")
        number = "" if witness.authored is None else f"ruling {witness.authored + 1}, "
        why = f"{found.relation}: {number}«{witness.text}» ({witness.ruling})"
        return Ruling(found.ruling, self._source, found.facts, rationale=why)

    def _like(self, likeness: Likeness) -> Ruling:
        gist = likeness.witness.clause.gist
        guards = ", ".join(filter(None, (*gist.guards, *gist.members))) if gist else ""
        ruling = self.authored(likeness.number, f"plainly like ({likeness.score}; guards: {guards})")
        facts = ruling.facts if likeness.whole else ()
        steps = ruling.steps if likeness.whole else ()
        return replace(ruling, facts=facts, steps=steps, confidence=likeness.score)

    def _compound(self, text: str) -> Ruling | None:
        """Each part of a compound question ruled by itself; all of them must be."""
        infer = self.bank.logic.infer
        parts = [self._same_meaning(clause, infer(clause)) for clause in self.bank.reader.parts(text)]
        rulings = [part for part in parts if part]
        return all_together(rulings) if parts and len(rulings) == len(parts) else None

    def _by_author(self, numbers: set[int], why: str) -> Ruling | None:
        authored = self.bank.agreeing(numbers)
        if authored is None:
            return None
        return self.authored(min(numbers), why)

    def authored(self, number: int, why: str) -> Ruling:
        """What the author ruled, with why it is ruled so here."""
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


def all_together(rulings: Sequence[Ruling]) -> Ruling | None:
    """The ruling of a compound question from those of its parts, if one word can say it."""
    word = joined([one.ruling for one in rulings])
    if word is None:
        return None
    true = [one for one in rulings if one.ruling == "YES"]
    facts = dict.fromkeys(fact for one in true for fact in one.facts)
    steps = dict.fromkeys(fact for one in true for fact in one.steps)
    why = "; ".join(f"{one.ruling}: {one.rationale}" for one in rulings)
    confidence = min(one.confidence for one in rulings)
    ruling = Ruling(word, rulings[0].source, tuple(facts), confidence, rationale=f"compound: {why}")
    return replace(ruling, steps=tuple(steps))
