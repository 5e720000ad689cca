"""The sentences of a puzzle whose ruling is known, each read once."""

from dataclasses import dataclass
from functools import cached_property

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.language.reading import Clause, Form, Reader
from echoes.games.situation_puzzle.puzzle import Puzzle


@dataclass(frozen=True)
class Witness:
    """A sentence whose ruling is known.

    Attributes:
        authored: the number of its authored ruling; None for a sentence of a fact, of the
            answer or of the statement.
        facts: what a YES to it carries.
    """

    clause: Clause
    ruling: RulingWord
    authored: int | None = None
    facts: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The sentence."""
        return self.clause.text


@dataclass(frozen=True)
class Wording:
    """One wording of an authored ruling.

    Attributes:
        number: of the ruling.
        variant: which of its wordings.
        clause: what it says; None where it is no single sentence.
        asks: whether it is a question; where there is one, no claim is offered.
    """

    number: int
    variant: int
    text: str
    ideas: frozenset[str]
    clause: Clause | None
    asks: bool


class Readings:
    """Reads a puzzle.

    Args:
        puzzle: with its secrets.
        reader: of its language.
    """

    def __init__(self, puzzle: Puzzle, reader: Reader) -> None:
        self.puzzle = puzzle
        self.reader = reader

    @cached_property
    def wordings(self) -> list[Wording]:
        """All wordings of the authored rulings, in their order."""
        return [
            self._wording(number, variant, text)
            for number, authored in enumerate(self.puzzle.rulings)
            for variant, text in enumerate(authored.texts)
        ]

    def one_idea(self, word: str) -> frozenset[str]:
        """The idea of a word; none of a phrase of several, whose parts mean other things."""
        ideas = self.reader.ideas(word)
        return ideas if len(ideas) == 1 else frozenset()

    def _wording(self, number: int, variant: int, text: str) -> Wording:
        clauses = self.reader.clauses(text)
        asks = any(clause.form is not Form.CLAIM for clause in clauses)
        single = clauses[0] if len(clauses) == 1 else None
        ideas = single.ideas if single else self.reader.ideas(text)
        return Wording(number, variant, text, ideas, single, asks)

    @cached_property
    def witnesses(self) -> list[Witness]:
        """Authored rulings, facts, and what answer and statement tell."""
        rulings = self.puzzle.rulings
        return [
            *(
                Witness(
                    wording.clause,
                    ruling.ruling,
                    wording.number,
                    ruling.facts if ruling.ruling == "YES" else (),
                )
                for wording in self.wordings
                if wording.clause
                for ruling in [rulings[wording.number]]
            ),
            *(
                Witness(clauses[0], "YES", None, (fact.id,))
                for fact in self.puzzle.judged_facts
                for text in (fact.statement, *fact.wordings)
                for clauses in [self.reader.clauses(text)]
                if len(clauses) == 1
            ),
            *(
                Witness(clause, "YES")
                for told in (self.puzzle.answer, self.puzzle.statement, *self.puzzle.public_facts)
                for clause in self.reader.clauses(told)
            ),
        ]
