"""The sentences of a puzzle whose ruling is known, each parsed once."""

from dataclasses import dataclass
from functools import cached_property

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.language.reader import Clause, Form, Reader


@dataclass(frozen=True)
class Premise:
    """A sentence whose ruling is known.

    Attributes:
        authored: the number of its authored ruling; None for a sentence of a fact, of the answer or of the
            statement.
        facts: the facts that a YES to it establishes.
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
    """A wording of an authored ruling.

    Attributes:
        number: the number of the ruling.
        variant: the index among its wordings.
        clause: its clause; None where it is not a single sentence.
        asks: whether it is a question; where a ruling has one, no claim is offered.
    """

    number: int
    variant: int
    text: str
    ideas: frozenset[str]
    clause: Clause | None
    asks: bool


class KnownSentences:
    """The known sentences of a puzzle.

    Args:
        puzzle: the puzzle with its secrets.
        reader: the reader of its language.
    """

    def __init__(self, puzzle: Puzzle, reader: Reader) -> None:
        self.puzzle = puzzle
        self.reader = reader

    @cached_property
    def wordings(self) -> list[Wording]:
        """Return all wordings of the authored rulings, in their order."""
        return [
            self._wording(number, variant, text)
            for number, authored in enumerate(self.puzzle.rulings)
            for variant, text in enumerate(authored.texts)
        ]

    def one_idea(self, word: str) -> frozenset[str]:
        """Return the idea of a single word; none for a phrase, whose parts mean other things."""
        ideas = self.reader.ideas(word)
        return ideas if len(ideas) == 1 else frozenset()

    def _wording(self, number: int, variant: int, text: str) -> Wording:
        clauses = self.reader.clauses(text)
        asks = any(clause.form is not Form.CLAIM for clause in clauses)
        single = clauses[0] if len(clauses) == 1 else None
        ideas = single.ideas if single else self.reader.ideas(text)
        return Wording(number, variant, text, ideas, single, asks)

    @cached_property
    def premises(self) -> list[Premise]:
        """Authored rulings, facts, and the sentences of answer and statement, as premises."""
        rulings = self.puzzle.rulings
        return [
            *(
                Premise(
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
                Premise(clauses[0], "YES", None, (fact.id,))
                for fact in self.puzzle.judged_facts
                for text in (fact.statement, *fact.wordings)
                for clauses in [self.reader.clauses(text)]
                if len(clauses) == 1
            ),
            *(
                Premise(clause, "YES")
                for told in (self.puzzle.answer, self.puzzle.statement, *self.puzzle.public_facts)
                for clause in self.reader.clauses(told)
            ),
        ]
