"""An index of the authored rulings of a puzzle, shared by all sessions that play it."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from echoes.games.situation_puzzle.puzzle.documents import ruling_document_id
from echoes.games.situation_puzzle.puzzle.reader import is_told_by_speakers, reader_of
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling, Puzzle
from echoes.games.situation_puzzle.referees.rules.disclosure import DisclosurePolicy
from echoes.games.situation_puzzle.referees.rules.inference import NaturalLogic
from echoes.games.situation_puzzle.referees.rules.known_sentences import KnownSentences, Wording
from echoes.games.situation_puzzle.referees.rules.ranking import Ranker, wording_index_of
from echoes.games.situation_puzzle.referees.rules.similarity import SimilarRulings
from echoes.games.situation_puzzle.referees.types import Choice
from echoes.language.questions import speaks_of_speakers, without_quotations
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

    def speaks_of_speakers(self, text: str) -> bool:
        """Return whether a text speaks of the player or the referee, who are in no story told of others."""
        said = self.reader.strip_fillers(without_quotations(text))
        return speaks_of_speakers(said) and not self._is_told_by_speakers

    @cached_property
    def _is_told_by_speakers(self) -> bool:
        return is_told_by_speakers(self.puzzle)

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

    def choice(self, wording: Wording, score: float) -> Choice:
        """Return a wording as a choice to offer."""
        authored = self.puzzle.rulings[wording.number]
        return Choice(wording.number, wording.text, authored.ruling, authored.facts, score)
