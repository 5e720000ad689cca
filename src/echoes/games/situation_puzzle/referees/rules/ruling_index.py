"""An index of the authored rulings of a puzzle, shared by all sessions that play it."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from heapq import heapify, heappop

from echoes.games.situation_puzzle.puzzle.documents import ruling_document_id
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling, Puzzle
from echoes.games.situation_puzzle.referees.rules.disclosure import DisclosurePolicy
from echoes.games.situation_puzzle.referees.rules.inference import NaturalLogic
from echoes.games.situation_puzzle.referees.rules.known_sentences import KnownSentences, Wording
from echoes.games.situation_puzzle.referees.rules.ranking import Ranker, wording_index_of
from echoes.games.situation_puzzle.referees.rules.similarity import IdfWeights, SimilarRulings
from echoes.games.situation_puzzle.referees.types import Choice
from echoes.language.reader import Clause


class RulingIndex:
    """An index of authored rulings by what they say.

    Args:
        puzzle: the puzzle with its authored rulings.

    Attributes:
        by_normalized_text: the wordings without case and punctuation, each with its rulings.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.reader = reader_of(puzzle)
        self.sentences = KnownSentences(puzzle, self.reader)
        index = wording_index_of(self.sentences)
        self.disclosure = DisclosurePolicy(self.sentences, index)
        self.ranker = Ranker(self.sentences, index)
        self.by_normalized_text: dict[str, set[int]] = defaultdict(set)
        self._by_key: dict[tuple[str, ...], list[tuple[Clause, int]]] = defaultdict(list)
        self.wordings: dict[str, Wording] = {}
        for wording in self.sentences.wordings:
            self.by_normalized_text[self.reader.normalize(wording.text)].add(wording.number)
            if wording.clause and wording.clause.rulable:
                self._by_key[wording.clause.key].append((wording.clause, wording.number))
            self.wordings[ruling_document_id(wording.number, wording.variant)] = wording

    @cached_property
    def has_unconfirmed(self) -> bool:
        """Return whether some rulings wait for their author."""
        return any(ruling.unconfirmed for ruling in self.puzzle.rulings)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The ideas of all wordings."""
        return frozenset[str]().union(*(wording.ideas for wording in self.sentences.wordings))

    @cached_property
    def logic(self) -> NaturalLogic:
        """Inference from all that the author ruled and stated."""
        return NaturalLogic(self.sentences.premises)

    @cached_property
    def similar_rulings(self) -> SimilarRulings:
        """The search for authored rulings that are clearly similar to a question."""
        return SimilarRulings(self.sentences.premises)

    def exact_matches(self, text: str) -> set[int]:
        """Return the numbers of the authored rulings with exactly these words."""
        return self.by_normalized_text.get(self.reader.normalize(text), set())

    def equivalent_rulings(self, clause: Clause) -> set[int]:
        """Return the numbers of the authored rulings that say the same: polarity, agent, numbers, time."""
        return {number for other, number in self._by_key.get(clause.key, ()) if clause.says_the_same(other)}

    def unanimous(self, numbers: Iterable[int]) -> AuthoredRuling | None:
        """Return the first of these authored rulings if all agree, else None."""
        rulings = [self.puzzle.rulings[number] for number in sorted(numbers)]
        return rulings[0] if rulings and len({ruling.ruling for ruling in rulings}) == 1 else None

    def agrees(self, wording: Wording) -> bool:
        """Return whether its author has ruled on the same words in one way only."""
        same = self.equivalent_rulings(wording.clause) if wording.clause else set[int]()
        return self.unanimous(self.exact_matches(wording.text) | same) is not None

    def most_similar(self, text: str, count: int) -> list[Wording]:
        """Return the wordings that share most words with a text, one for each ruling, best first.

        The measure is Dice's coefficient over words weighted by rarity: quick where vectors do not pay.
        """
        meant = sorted(self.reader.ideas(text))
        own = sum(map(self._idf.weight, meant))
        shared: dict[int, int] = defaultdict(int)
        for idea in meant:
            weight = self._idf.weight(idea)
            for index in self._by_idea.get(idea, ()):
                shared[index] += weight
        ranked = [(-both / (own + self._weights[index]), index) for index, both in shared.items()]
        heapify(ranked)  # cheaper than sorting: only a few of many are wanted
        best: dict[int, Wording] = {}
        while ranked and len(best) < count:
            wording = self.sentences.wordings[heappop(ranked)[1]]
            best.setdefault(wording.number, wording)
        return [*best.values()]

    @cached_property
    def _by_idea(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for index, wording in enumerate(self.sentences.wordings):
            for idea in wording.ideas:
                found[idea].append(index)
        return found

    @cached_property
    def _weights(self) -> list[float]:
        return [sum(map(self._idf.weight, wording.ideas)) for wording in self.sentences.wordings]

    def choice(self, wording: Wording, score: float) -> Choice:
        """Return a wording as a choice to offer."""
        authored = self.puzzle.rulings[wording.number]
        return Choice(wording.number, wording.text, authored.ruling, authored.facts, score)

    @cached_property
    def _idf(self) -> IdfWeights:
        return IdfWeights([wording.ideas for wording in self.wordings.values()])
