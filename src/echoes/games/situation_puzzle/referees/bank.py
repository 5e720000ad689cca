"""The authored rulings of a puzzle, read once, and what may be offered of them."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from echoes.core.documents import Passage
from echoes.core.protocols import Retriever
from echoes.games.situation_puzzle.language.readers import reader_for
from echoes.games.situation_puzzle.language.reading import Clause, Form
from echoes.games.situation_puzzle.puzzle import AuthoredRuling, Puzzle
from echoes.games.situation_puzzle.referees.base import Choice

CANDIDATES = 24
OPTIONS = 3
NEAR_ENOUGH = 0.2
"""The share of a question's ideas that an option must hold to be worth reading."""


@dataclass(frozen=True)
class Wording:
    """One wording of an authored ruling.

    Attributes:
        asks: whether it is a question; where there is one, no claim is offered.
    """

    number: int
    text: str
    ideas: frozenset[str]
    asks: bool


class RulingBank:
    """Looks up authored rulings by what they say.

    Args:
        puzzle: whose rulings.
        retriever: finds candidates among the wordings by nearness.
    """

    def __init__(self, puzzle: Puzzle, retriever: Retriever) -> None:
        self.puzzle = puzzle
        self.reader = reader_for(puzzle.language, puzzle.cast)
        self._retriever = retriever
        self._literal: dict[str, set[int]] = defaultdict(set)
        self._by_key: dict[tuple[str, ...], list[tuple[Clause, int]]] = defaultdict(list)
        self._wordings: dict[str, Wording] = {}
        for number, authored in enumerate(puzzle.rulings):
            for variant, text in enumerate(authored.texts):
                self._add(number, variant, text)

    def _add(self, number: int, variant: int, text: str) -> None:
        self._literal[self.reader.literal(text)].add(number)
        clauses = self.reader.clauses(text)
        if len(clauses) == 1 and clauses[0].rulable:
            self._by_key[clauses[0].key].append((clauses[0], number))
        asks = any(clause.form is not Form.CLAIM for clause in clauses)
        wording = Wording(number, text, self.reader.ideas(text), asks)
        self._wordings[ruling_document_id(number, variant)] = wording

    def word_for_word(self, text: str) -> set[int]:
        """The authored rulings that stand in exactly these words."""
        return self._literal.get(self.reader.literal(text), set())

    def saying_the_same(self, clause: Clause) -> set[int]:
        """The authored rulings that say the same: polarity, doer, numbers, time."""
        return {number for other, number in self._by_key.get(clause.key, ()) if clause.says_the_same(other)}

    def agreeing(self, numbers: Iterable[int]) -> AuthoredRuling | None:
        """The authored ruling if all of these rule alike, else None."""
        rulings = [self.puzzle.rulings[number] for number in sorted(numbers)]
        return rulings[0] if rulings and len({ruling.ruling for ruling in rulings}) == 1 else None

    async def near(self, text: str) -> list[tuple[Passage, Wording]]:
        """The wordings nearest to a text, best first."""
        passages = await self._retriever.search(text, limit=CANDIDATES, kind="ruling")
        return [(p, self._wordings[p.id]) for p in passages if p.id in self._wordings]

    async def choices(
        self, text: str, brought_up: frozenset[str], skip: frozenset[int] = frozenset()
    ) -> tuple[Choice, ...]:
        """Up to three authored questions that may be meant and may be shown, nearest first."""
        meant = self.reader.ideas(text)
        known = brought_up | meant
        best: dict[int, Choice] = {}
        for passage, wording in await self.near(text):
            share = self.share(meant, wording.ideas)
            if wording.number in skip or share < NEAR_ENOUGH or not self.may_show(wording, known):
                continue
            score = round((passage.score + share + self.share(wording.ideas, meant)) / 3, 4)
            if wording.number not in best or score > best[wording.number].score:
                best[wording.number] = self.choice(wording, score)
        ranked = sorted(best.values(), key=lambda choice: (-choice.score, choice.authored))
        return tuple(ranked[:OPTIONS])

    async def distractors(
        self, text: str, brought_up: frozenset[str], skip: frozenset[int], count: int
    ) -> list[Choice]:
        """Questions that are not to be answered YES, so that being offered tells nothing.

        The nearest that may be shown; where there are none, open ones.
        """
        near = [(wording, passage.score) for passage, wording in await self.near(text)]
        rest = [(wording, 0.0) for wording in self._wordings.values()]
        found: dict[int, Choice] = {}
        for wording, score in [*near, *rest]:
            ruling = self.puzzle.rulings[wording.number].ruling
            if ruling != "YES" and wording.number not in skip and self.may_show(wording, brought_up):
                found.setdefault(wording.number, self.choice(wording, round(score, 4)))
            if len(found) == count:
                break
        return list(found.values())

    def carrying(self, fact: str) -> list[Wording]:
        """The wordings of the rulings whose YES carries a fact."""
        return [
            wording
            for wording in self._wordings.values()
            for ruling in [self.puzzle.rulings[wording.number]]
            if ruling.ruling == "YES" and fact in ruling.facts
        ]

    def choice(self, wording: Wording, score: float) -> Choice:
        """A wording as something to offer."""
        authored = self.puzzle.rulings[wording.number]
        return Choice(wording.number, wording.text, authored.ruling, authored.facts, score)

    def may_show(self, wording: Wording, brought_up: frozenset[str]) -> bool:
        """Whether seeing a wording gives nothing away.

        Its author marked it open, or it brings in only ideas that the statement, the
        player or an earlier ruling brought up.
        """
        authored = self.puzzle.rulings[wording.number]
        if not wording.asks and wording.number in self._asked:
            return False
        return authored.open or wording.ideas <= brought_up | self.public_ideas

    def share(self, ideas: frozenset[str], held: frozenset[str]) -> float:
        """How much of `ideas` is among `held`, 0 to 1, rare ideas weighing more.

        The weight is the inverse document frequency over the wordings (Spärck Jones, 1972).
        """
        # fsum: sets have no order, and the sum must not depend on one.
        whole = math.fsum(map(self._weight, ideas))
        return math.fsum(map(self._weight, ideas & held)) / whole if whole else 0.0

    def _weight(self, idea: str) -> float:
        return math.log(1 + len(self._wordings) / (1 + self._frequencies[idea]))

    @cached_property
    def _frequencies(self) -> Counter[str]:
        return Counter(idea for wording in self._wordings.values() for idea in wording.ideas)

    @cached_property
    def _asked(self) -> frozenset[int]:
        """The rulings that have a wording which is a question."""
        return frozenset(wording.number for wording in self._wordings.values() if wording.asks)

    @cached_property
    def public_ideas(self) -> frozenset[str]:
        """The ideas that every player has before the first question."""
        puzzle = self.puzzle
        return self.reader.ideas("\n".join([puzzle.title, puzzle.statement, *puzzle.public_facts]))


def ruling_document_id(number: int, variant: int) -> str:
    """The id under which a wording stands in the knowledge base."""
    return f"ruling-{number}-{variant}"
