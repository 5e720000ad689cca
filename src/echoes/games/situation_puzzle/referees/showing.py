"""What may be shown of the authored questions without giving anything away."""

from collections import defaultdict
from functools import cached_property

from echoes.games.situation_puzzle.referees.readings import Readings, Wording


class Showing:
    """Decides which wordings may be offered.

    Args:
        readings: of the puzzle.
    """

    def __init__(self, readings: Readings) -> None:
        self._readings = readings
        self._puzzle = readings.puzzle
        self._public: dict[str, bool] = {}

    def may_show(
        self, wording: Wording, brought_up: frozenset[str], near: frozenset[str] = frozenset()
    ) -> bool:
        """Whether seeing a wording gives nothing away.

        Its author marked it open, or each of its ideas has come up in the statement, in the
        player's words or in a ruling: by the word itself, by a listed synonym or broader
        word, or by one of the same family.

        Args:
            near: ideas that the player has just named in another word, as an embedder thinks.
        """
        if not wording.asks and wording.number in self._asked:
            return False
        authored = self._puzzle.rulings[wording.number]
        if authored.open:
            return True
        if authored.facts:
            # Half the player's own, however much the statement names; nearness opens nothing.
            own = len(wording.ideas & brought_up) * 2 >= max(1, len(wording.ideas))
            return own and not self.missing(wording, brought_up)
        return self.missing(wording, brought_up) <= near

    def missing(self, wording: Wording, brought_up: frozenset[str]) -> frozenset[str]:
        """The ideas of a wording that have not come up."""
        new = wording.ideas - brought_up
        return frozenset(
            idea for idea in new if not self._is_public(idea) and not self._come_up(idea, brought_up)
        )

    def _is_public(self, idea: str) -> bool:
        if idea not in self._public:
            self._public[idea] = idea in self.public_ideas or self._come_up(idea, self.public_ideas)
        return self._public[idea]

    def _come_up(self, idea: str, known: frozenset[str]) -> bool:
        return bool(self._unlocked_by.get(idea, frozenset[str]()) & known) or self._readings.reader.near(
            idea, known
        )

    @cached_property
    def public_ideas(self) -> frozenset[str]:
        """The ideas that every player has before the first question."""
        puzzle = self._puzzle
        return self._readings.reader.ideas("\n".join([puzzle.title, puzzle.statement, *puzzle.public_facts]))

    @cached_property
    def _unlocked_by(self) -> dict[str, frozenset[str]]:
        """For each idea the ideas of its listed synonyms and broader words."""
        found: dict[str, set[str]] = defaultdict(set)
        for group in self._puzzle.synonyms:
            ideas = {idea for word in (*group.words, *group.broader) for idea in self._single(word)}
            for word in group.words:
                for idea in self._single(word):
                    found[idea] |= ideas
        return {idea: frozenset(ideas) for idea, ideas in found.items()}

    def _single(self, word: str) -> frozenset[str]:
        """The idea of a word; none of a phrase of several, whose parts mean other things."""
        ideas = self._readings.reader.ideas(word)
        return ideas if len(ideas) == 1 else frozenset()

    @cached_property
    def _asked(self) -> frozenset[int]:
        """The rulings that have a wording which is a question."""
        return frozenset(wording.number for wording in self._readings.wordings if wording.asks)
