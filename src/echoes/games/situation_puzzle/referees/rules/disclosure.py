"""Disclosure policy: the authored questions that may be shown without giving anything away."""

from collections import defaultdict
from collections.abc import Collection
from functools import cached_property

from echoes.games.situation_puzzle.referees.rules.known_sentences import KnownSentences, Wording
from echoes.games.situation_puzzle.referees.rules.wording_index import WordingIndex


class DisclosurePolicy:
    """The policy that decides which wordings may be offered.

    Args:
        sentences: the known sentences of the puzzle.
        index: the word index of its wordings.
    """

    def __init__(self, sentences: KnownSentences, index: WordingIndex) -> None:
        self._sentences = sentences
        self._puzzle = sentences.puzzle
        self._index = index
        self._public: dict[str, bool] = {}

    def may_show(
        self, wording: Wording, brought_up: frozenset[str], asked: frozenset[str] = frozenset()
    ) -> bool:
        """Return whether seeing a wording gives nothing away.

        Its author marked it open, or each of its ideas has come up in the statement, in the
        player's words or in a ruling: by the word itself, by a listed synonym, by a narrower word, or by one
        of the same family.

        Args:
            wording: of an authored ruling.
            brought_up: the ideas that have come up in the session.
            asked: the ideas of the question at hand.
        """
        if not wording.asks and wording.number in self._asked:
            return False
        authored = self._puzzle.rulings[wording.number]
        if authored.open:
            return True
        known = brought_up | asked
        if self.missing(wording.ideas, known) or self.is_contrast(wording.ideas, asked):
            return False
        return not authored.facts or self._is_own(wording, known)

    def is_contrast(self, ideas: frozenset[str], asked: frozenset[str]) -> bool:
        """Return whether two of some ideas exclude each other, and one is not the player's."""
        contrary = self._sentences.reader.are_contrary
        return any(contrary(one, other) for one in sorted(ideas - asked) for other in sorted(ideas))

    def _is_own(self, wording: Wording, known: frozenset[str]) -> bool:
        """Return whether at least half of a wording's ideas are the player's own.

        Whom the story is about is nobody's own idea.
        """
        told = wording.ideas - self._sentences.reader.plain_ideas
        ideas = (told - self._protagonists) or told or wording.ideas
        own = sum(idea in known or self._come_up(idea, known) for idea in ideas)
        return own > 0 and 2 * own >= len(ideas)

    def missing(self, ideas: frozenset[str], brought_up: frozenset[str]) -> frozenset[str]:
        """Return the ideas that have not come up, except those that are too general."""
        new = ideas - brought_up - self._sentences.reader.plain_ideas
        return frozenset(
            idea for idea in new if not self.is_public(idea) and not self._come_up(idea, brought_up)
        )

    def is_among(self, idea: str, ideas: Collection[str]) -> bool:
        """Return whether an idea is one of others, a synonym of one, or of its word family."""
        mine, theirs = self._with_canonical([idea]), self._with_canonical(ideas)
        return not mine.isdisjoint(theirs) or self._sentences.reader.same_word_family(idea, theirs)

    def _with_canonical(self, ideas: Collection[str]) -> frozenset[str]:
        return frozenset([*ideas, *self._index.canonical(ideas)])

    def is_public(self, idea: str) -> bool:
        """Return whether every player knows an idea before the first question."""
        if idea not in self._public:
            self._public[idea] = idea in self.public_ideas or self._come_up(idea, self.public_ideas)
        return self._public[idea]

    def _come_up(self, idea: str, known: frozenset[str]) -> bool:
        return bool(
            self._unlocked_by.get(idea, frozenset[str]()) & known
        ) or self._sentences.reader.same_word_family(idea, known)

    @cached_property
    def public_ideas(self) -> frozenset[str]:
        """The ideas that every player has before the first question."""
        puzzle = self._puzzle
        return self._sentences.reader.ideas("\n".join([puzzle.title, puzzle.statement, *puzzle.public_facts]))

    @cached_property
    def _protagonists(self) -> frozenset[str]:
        """The single words by which the statement may call its characters."""
        names = [name for one in self._puzzle.cast for name in (one.name, *one.aliases)]
        return frozenset[str]().union(*map(self._sentences.one_idea, names)) & self.public_ideas

    @cached_property
    def _unlocked_by(self) -> dict[str, frozenset[str]]:
        """Map each idea to those of its synonyms; a broader one also to the narrower ones.

        Whoever says "pullover" has brought up clothing, and not the other way round.
        """
        found: dict[str, set[str]] = defaultdict(set)
        for group in self._puzzle.synonyms:
            same = {idea for word in group.words for idea in self._sentences.one_idea(word)}
            for word in (*group.words, *group.broader):
                for idea in self._sentences.one_idea(word):
                    found[idea] |= same
        return {idea: frozenset(ideas) for idea, ideas in found.items()}

    @cached_property
    def _asked(self) -> frozenset[int]:
        """The rulings that have a question among their wordings."""
        return frozenset(wording.number for wording in self._sentences.wordings if wording.asks)
