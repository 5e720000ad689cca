"""The authored rulings of a puzzle, read once, and what may be offered of them."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from echoes.core.documents import Passage
from echoes.core.protocols import Retriever
from echoes.games.situation_puzzle.language.readers import reader_of
from echoes.games.situation_puzzle.language.reading import Clause
from echoes.games.situation_puzzle.puzzle import AuthoredRuling, Puzzle
from echoes.games.situation_puzzle.referees.answers import Choice
from echoes.games.situation_puzzle.referees.inference import Logic
from echoes.games.situation_puzzle.referees.likeness import Likenesses
from echoes.games.situation_puzzle.referees.rarity import Rarity
from echoes.games.situation_puzzle.referees.readings import Readings, Wording
from echoes.games.situation_puzzle.referees.showing import Showing

CANDIDATES = 48
OPTIONS = 3
_NEARLY_SAME = 0.6
NEAR_ENOUGH = 0.1
"""The share of a question's ideas that an option must hold to be worth reading."""

NEAR_MEANING = 0.46
"""The cosine from which on an idea is one that the player has named in another word."""


class RulingBank:
    """Looks up authored rulings by what they say.

    Args:
        puzzle: whose rulings.
        retriever: finds candidates among the wordings by nearness.
    """

    def __init__(self, puzzle: Puzzle, retriever: Retriever) -> None:
        self.puzzle = puzzle
        self.reader = reader_of(puzzle)
        self.readings = Readings(puzzle, self.reader)
        self.showing = Showing(self.readings)
        self._retriever = retriever
        self._literal: dict[str, set[int]] = defaultdict(set)
        self._by_key: dict[tuple[str, ...], list[tuple[Clause, int]]] = defaultdict(list)
        self._wordings: dict[str, Wording] = {}
        for wording in self.readings.wordings:
            self._literal[self.reader.literal(wording.text)].add(wording.number)
            if wording.clause and wording.clause.rulable:
                self._by_key[wording.clause.key].append((wording.clause, wording.number))
            self._wordings[ruling_document_id(wording.number, wording.variant)] = wording

    @cached_property
    def logic(self) -> Logic:
        """Conclusions from all that the author ruled and told."""
        return Logic(self.readings.witnesses)

    @cached_property
    def likenesses(self) -> Likenesses:
        """Authored rulings that a question may be plainly like."""
        return Likenesses(self.readings.witnesses)

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
        near = [
            (passage, wording) for passage, wording in await self.near(text) if wording.number not in skip
        ]
        known = brought_up | meant
        otherwise = await self._named_otherwise([wording for _, wording in near], known, meant)
        best: dict[int, Choice] = {}
        for passage, wording in near:
            share = self.share(meant, wording.ideas)
            if share < NEAR_ENOUGH and passage.score < _NEARLY_SAME:
                continue
            if not self.showing.may_show(wording, known, otherwise):
                continue
            score = round((3 * passage.score + 2 * share + self.share(wording.ideas, meant)) / 6, 4)
            if wording.number not in best or score > best[wording.number].score:
                best[wording.number] = self.choice(wording, score)
        ranked = sorted(best.values(), key=lambda choice: (-choice.score, choice.authored))
        return tuple(ranked[:OPTIONS])

    async def _named_otherwise(
        self, wordings: Iterable[Wording], known: frozenset[str], meant: frozenset[str]
    ) -> frozenset[str]:
        """The ideas of these wordings that the player has just named in another word."""
        missing = sorted({idea for wording in wordings for idea in self.showing.missing(wording, known)})
        nearness = await self._retriever.nearness(missing, sorted(meant))
        return frozenset(idea for idea, near in zip(missing, nearness, strict=True) if near >= NEAR_MEANING)

    async def distractors(
        self, text: str, brought_up: frozenset[str], skip: frozenset[int], count: int
    ) -> list[Choice]:
        """Questions that are not to be answered YES, so that being offered tells nothing.

        The nearest that may be shown; where there are none, open ones.
        """
        near = [(wording, passage.score) for passage, wording in await self.near(text)]
        place = self.puzzle.rulings[near[0][0].number].about if near else ""
        others = sorted(
            self._wordings.values(), key=lambda one: self.puzzle.rulings[one.number].about != place
        )
        rest = [(wording, 0.0) for wording in others]
        found: dict[int, Choice] = {}
        for wording, score in [*near, *rest]:
            ruling = self.puzzle.rulings[wording.number].ruling
            if ruling != "YES" and wording.number not in skip and self.showing.may_show(wording, brought_up):
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

    def share(self, ideas: frozenset[str], held: frozenset[str]) -> float:
        """How much of `ideas` is among `held`, 0 to 1, ideas of few wordings weighing more."""
        return self._rarity.share(ideas, held)

    @cached_property
    def _rarity(self) -> Rarity:
        return Rarity([wording.ideas for wording in self._wordings.values()])


def ruling_document_id(number: int, variant: int) -> str:
    """The id under which a wording stands in the knowledge base."""
    return f"ruling-{number}-{variant}"
