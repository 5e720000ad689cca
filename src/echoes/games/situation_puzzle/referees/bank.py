"""The authored rulings of a puzzle, read once, and what may be offered of them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from echoes.core.documents import Passage
from echoes.core.protocols import Retriever
from echoes.games.situation_puzzle.language.reading import Clause, reader_for
from echoes.games.situation_puzzle.puzzle import AuthoredRuling, Puzzle
from echoes.games.situation_puzzle.referees.base import Choice

CANDIDATES = 24
OPTIONS = 3


@dataclass(frozen=True)
class Wording:
    """One wording of an authored ruling."""

    number: int
    text: str
    ideas: frozenset[str]


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
        self._wordings[ruling_document_id(number, variant)] = Wording(number, text, self.reader.ideas(text))

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
        self,
        text: str,
        brought_up: frozenset[str],
        skip: frozenset[int] = frozenset(),
        limit: int = OPTIONS,
    ) -> tuple[Choice, ...]:
        """Up to `limit` authored questions that may be meant and may be shown.

        One may be shown when its author marked it open, or when it brings in only ideas
        that the statement, the player or an earlier ruling brought up.
        """
        meant = self.reader.ideas(text)
        known = brought_up | meant | self.public_ideas
        best: dict[int, Choice] = {}
        for passage, wording in await self.near(text):
            authored = self.puzzle.rulings[wording.number]
            shared = meant & wording.ideas
            shown = authored.open or wording.ideas <= known
            if wording.number in skip or not shown or not shared:
                continue
            union = len(meant | wording.ideas)
            score = round(0.5 * passage.score + 0.5 * len(shared) / union, 4)
            if wording.number not in best or score > best[wording.number].score:
                best[wording.number] = Choice(
                    wording.number, wording.text, authored.ruling, authored.facts, score
                )
        ranked = sorted(best.values(), key=lambda choice: (-choice.score, choice.authored))
        return tuple(ranked[:limit])

    @cached_property
    def public_ideas(self) -> frozenset[str]:
        """The ideas that every player has before the first question."""
        puzzle = self.puzzle
        return self.reader.ideas("\n".join([puzzle.title, puzzle.statement, *puzzle.public_facts]))


def ruling_document_id(number: int, variant: int) -> str:
    """The id under which a wording stands in the knowledge base."""
    return f"ruling-{number}-{variant}"
