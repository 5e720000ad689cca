"""The authored rulings of a puzzle, read once for all sessions that play it."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from heapq import heapify, heappop

from echoes.games.situation_puzzle.language.readers import reader_of
from echoes.games.situation_puzzle.language.reading import Clause
from echoes.games.situation_puzzle.puzzle import AuthoredRuling, Puzzle
from echoes.games.situation_puzzle.referees.answers import Choice
from echoes.games.situation_puzzle.referees.inference import Logic
from echoes.games.situation_puzzle.referees.likeness import Likenesses
from echoes.games.situation_puzzle.referees.ranking import Ranker, index_of
from echoes.games.situation_puzzle.referees.rarity import Rarity
from echoes.games.situation_puzzle.referees.readings import Readings, Wording
from echoes.games.situation_puzzle.referees.showing import Showing


class RulingBank:
    """Looks up authored rulings by what they say.

    Args:
        puzzle: whose rulings.

    Attributes:
        literals: the wordings without case and punctuation, each with its rulings.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.reader = reader_of(puzzle)
        self.readings = Readings(puzzle, self.reader)
        index = index_of(self.readings)
        self.showing = Showing(self.readings, index)
        self.ranker = Ranker(self.readings, index)
        self.literals: dict[str, set[int]] = defaultdict(set)
        self._by_key: dict[tuple[str, ...], list[tuple[Clause, int]]] = defaultdict(list)
        self.wordings: dict[str, Wording] = {}
        for wording in self.readings.wordings:
            self.literals[self.reader.literal(wording.text)].add(wording.number)
            if wording.clause and wording.clause.rulable:
                self._by_key[wording.clause.key].append((wording.clause, wording.number))
            self.wordings[ruling_document_id(wording.number, wording.variant)] = wording

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The ideas of all wordings."""
        return frozenset[str]().union(*(wording.ideas for wording in self.readings.wordings))

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
        return self.literals.get(self.reader.literal(text), set())

    def saying_the_same(self, clause: Clause) -> set[int]:
        """The authored rulings that say the same: polarity, doer, numbers, time."""
        return {number for other, number in self._by_key.get(clause.key, ()) if clause.says_the_same(other)}

    def agreeing(self, numbers: Iterable[int]) -> AuthoredRuling | None:
        """The authored ruling if all of these rule alike, else None."""
        rulings = [self.puzzle.rulings[number] for number in sorted(numbers)]
        return rulings[0] if rulings and len({ruling.ruling for ruling in rulings}) == 1 else None

    def alike(self, text: str, count: int) -> list[Wording]:
        """The wordings that share most words with a text, one for each ruling, best first.

        Dice's coefficient over words weighed by rarity: a look-up, for where no vector is worth its time.
        """
        meant = sorted(self.reader.ideas(text))
        own = sum(map(self._rarity.weight, meant))
        shared: dict[int, int] = defaultdict(int)
        for idea in meant:
            weight = self._rarity.weight(idea)
            for index in self._by_idea.get(idea, ()):
                shared[index] += weight
        ranked = [(-both / (own + self._weights[index]), index) for index, both in shared.items()]
        heapify(ranked)  # of many only a few are wanted
        best: dict[int, Wording] = {}
        while ranked and len(best) < count:
            wording = self.readings.wordings[heappop(ranked)[1]]
            best.setdefault(wording.number, wording)
        return [*best.values()]

    @cached_property
    def _by_idea(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for index, wording in enumerate(self.readings.wordings):
            for idea in wording.ideas:
                found[idea].append(index)
        return found

    @cached_property
    def _weights(self) -> list[float]:
        return [sum(map(self._rarity.weight, wording.ideas)) for wording in self.readings.wordings]

    def carrying(self, fact: str) -> list[Wording]:
        """The wordings of the rulings whose YES carries a fact."""
        return [
            wording
            for wording in self.wordings.values()
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
        return Rarity([wording.ideas for wording in self.wordings.values()])


def ruling_document_id(number: int, variant: int) -> str:
    """The id under which a wording stands in the knowledge base."""
    return f"ruling-{number}-{variant}"
