"""Suggestions: the likeliest authored questions that may be shown to a player."""

from collections.abc import Iterator, Mapping, Sequence

from echoes.core.documents import Passage
from echoes.core.protocols import Retriever
from echoes.games.situation_puzzle.referees.rules.known_sentences import Wording
from echoes.games.situation_puzzle.referees.rules.ranking import NEAREST, RankedWording, Ranking
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex
from echoes.games.situation_puzzle.referees.types import Choice
from echoes.language.reader import Reader

OPTIONS = 3
LIKELY_ENOUGH = -4.5
"""The least log odds of an option that is worth reading."""
_MEANT = 0.5
"""The probability from which on a wording most likely says what was meant."""
_NEIGHBOURS = 48
_LITTLE = frozenset("a an some any 了 的".split())
"""Words by which two options do not differ."""
_SOME_WORDS, _SOME_MEANING = 0.1, 0.4


class _Unaided:
    """A retriever that finds nothing."""

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        """Return nothing."""
        return []


UNAIDED: Retriever = _Unaided()
"""A retriever for measuring what retrieval contributes."""


class SuggestionFinder:
    """A finder of authored questions that a player may have meant.

    Args:
        ruling_index: the authored rulings.
        retriever: finds candidates among their wordings by nearness.
    """

    def __init__(self, ruling_index: RulingIndex, retriever: Retriever) -> None:
        self.ruling_index = ruling_index
        self._retriever = retriever

    async def near(self, text: str, limit: int = _NEIGHBOURS) -> list[tuple[Passage, Wording]]:
        """Return the wordings nearest to a text, best first."""
        passages = await self._retriever.search(text, limit=limit, kind="ruling")
        if self.ruling_index.has_unconfirmed:
            passages += await self._retriever.search(text, limit=limit, kind="unconfirmed_ruling")
            passages.sort(key=lambda passage: (-passage.score, passage.id))
        return [(p, self.ruling_index.wordings[p.id]) for p in passages if p.id in self.ruling_index.wordings]

    async def ranking(self, text: str) -> Ranking:
        """Return the wordings that may be meant, likeliest first."""
        return self.ruling_index.ranker.ranking(text, await self.cosines(text))

    async def cosines(self, text: str) -> Mapping[tuple[int, int], float]:
        """Return the cosines of the wordings nearest to a question, by number and variant."""
        near = await self.near(self.ruling_index.reader.strip_fillers(text), NEAREST)
        return {(wording.number, wording.variant): passage.score for passage, wording in near}

    async def choices(self, text: str, brought_up: frozenset[str]) -> tuple[Choice, ...]:
        """Return up to three authored questions that may be meant and may be shown, likeliest first."""
        return self.shown(await self.ranking(text), text, brought_up)

    def shown(
        self,
        ranking: Ranking,
        text: str,
        brought_up: frozenset[str],
        skip: frozenset[int] = frozenset(),
        count: int = OPTIONS,
    ) -> tuple[Choice, ...]:
        """Return the likeliest of a ranking that may be shown, one wording for each ruling.

        Of two that say the same only the likelier is shown.

        Args:
            ranking: of what the text may mean.
            text: the player's.
            brought_up: the ideas that have come up in the session.
            skip: the numbers of rulings that are not to be offered.
            count: how many at the most.
        """
        asked = self.ruling_index.reader.ideas(text)
        found: dict[tuple[str, ...], Choice] = {}
        for wordings in _by_ruling(ranking.ranked):
            if len(found) == count or wordings[0].score < LIKELY_ENOUGH:
                break
            if wordings[0].wording.number in skip or not _is_about(wordings[0]):
                continue
            may = (one for one in wordings if self._may_show(one, text, brought_up, asked))
            first = next(may, None)
            if first:
                choice = self.ruling_index.choice(first.wording, wordings[0].probability)
                found.setdefault(self._said_by(first.wording), choice)
        return tuple(found.values())

    def _said_by(self, wording: Wording) -> tuple[str, ...]:
        """Return the words of a wording without what changes nothing: articles, spelling, particles."""
        if wording.clause is None:
            return (wording.text,)
        form = self.ruling_index.reader.dictionary_form
        words = [word for word in wording.clause.key if word not in _LITTLE]
        return (wording.clause.verb[0], *(part for word in words for part in form(word)))

    def _may_show(
        self, ranked: RankedWording, text: str, brought_up: frozenset[str], asked: frozenset[str]
    ) -> bool:
        """Return whether a wording tells neither an idea nor a connection that is not the player's own.

        That the clock was wrong because somebody was there is new to those who only asked after the clock. So
        are that it was so only at times, and that somebody knew it, unless that is likely what they meant.
        """
        wording, reader = ranked.wording, self.ruling_index.reader
        if not self.ruling_index.disclosure.may_show(wording, brought_up, asked):
            return False
        if self.ruling_index.puzzle.rulings[wording.number].open:
            return True
        said, mine = reader.roles(wording.text), reader.roles(text)
        if _restricts(reader, wording.text) and not _restricts(reader, text):
            return False
        knowing = said.knowing and not mine.knowing and ranked.probability < _MEANT
        return not knowing and (mine.linked or not said.linked)


def _restricts(reader: Reader, text: str) -> bool:
    """Return whether a text says of how many, or of what alone, something is so."""
    forms = [one.keyword_form for one in reader.clauses(text) if one.keyword_form]
    return any(form.restrictions & form.decisive for form in forms)


def _is_about(ranked: RankedWording) -> bool:
    """Return whether question and wording have anything in common, by words or by meaning."""
    values = ranked.values
    return max(values["asked_near"], values["said_near"]) >= _SOME_WORDS or values["cosine"] >= _SOME_MEANING


def _by_ruling(ranked: Sequence[RankedWording]) -> Iterator[list[RankedWording]]:
    """Yield the wordings of each ruling together, the ruling of the likeliest wording first."""
    found: dict[int, list[RankedWording]] = {}
    for one in ranked:
        found.setdefault(one.wording.number, []).append(one)
    yield from found.values()
