"""What may be offered of the authored rulings: the likeliest that may be shown."""

from collections.abc import Iterator, Mapping, Sequence

from echoes.core.documents import Passage
from echoes.core.protocols import Retriever
from echoes.games.situation_puzzle.referees.answers import Choice
from echoes.games.situation_puzzle.referees.bank import RulingBank
from echoes.games.situation_puzzle.referees.ranking import NEAREST, Ranked, Ranking
from echoes.games.situation_puzzle.referees.readings import Wording

OPTIONS = 3
LIKELY_ENOUGH = -4.5
"""The log odds from which on an option is worth reading."""
_NEIGHBOURS = 48
_SOME_WORDS, _SOME_MEANING = 0.1, 0.4


class _Unaided:
    """The retriever of a referee that is to do without: it finds nothing."""

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        """Nothing."""
        return []


UNAIDED: Retriever = _Unaided()
"""For measuring what retrieval brings."""


class Offers:
    """Finds what a player may have meant.

    Args:
        bank: the authored rulings.
        retriever: finds candidates among their wordings by nearness.
    """

    def __init__(self, bank: RulingBank, retriever: Retriever) -> None:
        self.bank = bank
        self._retriever = retriever

    async def near(self, text: str, limit: int = _NEIGHBOURS) -> list[tuple[Passage, Wording]]:
        """The wordings nearest to a text, best first."""
        passages = await self._retriever.search(text, limit=limit, kind="ruling")
        return [(p, self.bank.wordings[p.id]) for p in passages if p.id in self.bank.wordings]

    async def ranking(self, text: str) -> Ranking:
        """The wordings that may be meant, likeliest first."""
        return self.bank.ranker.ranking(text, await self.cosines(text))

    async def cosines(self, text: str) -> Mapping[tuple[int, int], float]:
        """How near the wordings nearest to a question are, by number and variant."""
        near = await self.near(self.bank.reader.bare(text), NEAREST)
        return {(wording.number, wording.variant): passage.score for passage, wording in near}

    async def choices(self, text: str, brought_up: frozenset[str]) -> tuple[Choice, ...]:
        """Up to three authored questions that may be meant and may be shown, likeliest first."""
        return self.shown(await self.ranking(text), text, brought_up)

    def shown(
        self,
        ranking: Ranking,
        text: str,
        brought_up: frozenset[str],
        skip: frozenset[int] = frozenset(),
        count: int = OPTIONS,
    ) -> tuple[Choice, ...]:
        """The likeliest of a ranking that may be shown, one wording for each ruling.

        Args:
            ranking: of what the text may mean.
            text: the player's.
            brought_up: the ideas that have come up in the session.
            skip: the numbers of rulings that are not to be offered.
            count: how many at the most.
        """
        asked = self.bank.reader.ideas(text)
        found: list[Choice] = []
        for wordings in _by_ruling(ranking.ranked):
            if len(found) == count or wordings[0].score < LIKELY_ENOUGH:
                break
            if wordings[0].wording.number in skip or not _is_about(wordings[0]):
                continue
            may_show = self.bank.showing.may_show
            first = next((w for w in wordings if may_show(w.wording, brought_up, asked)), None)
            if first:
                found.append(self.bank.choice(first.wording, wordings[0].probability))
        return tuple(found)

    async def distractors(
        self, text: str, brought_up: frozenset[str], skip: frozenset[int], count: int
    ) -> list[Choice]:
        """Questions that are not to be answered YES, so that being offered tells nothing.

        The nearest that may be shown; where there are none, open ones.
        """
        near = [(wording, passage.score) for passage, wording in await self.near(text)]
        place = self.bank.puzzle.rulings[near[0][0].number].about if near else ""
        others = sorted(
            self.bank.wordings.values(), key=lambda one: self.bank.puzzle.rulings[one.number].about != place
        )
        rest = [(wording, 0.0) for wording in others]
        found: dict[int, Choice] = {}
        for wording, score in [*near, *rest]:
            ruling = self.bank.puzzle.rulings[wording.number].ruling
            if (
                ruling != "YES"
                and wording.number not in skip
                and self.bank.showing.may_show(wording, brought_up)
            ):
                found.setdefault(wording.number, self.bank.choice(wording, round(score, 4)))
            if len(found) == count:
                break
        return list(found.values())


def _is_about(ranked: Ranked) -> bool:
    """Whether anything of the question stands in the wording, by its words or by its meaning."""
    values = ranked.values
    return max(values["asked_near"], values["said_near"]) >= _SOME_WORDS or values["cosine"] >= _SOME_MEANING


def _by_ruling(ranked: Sequence[Ranked]) -> Iterator[list[Ranked]]:
    """The wordings of each ruling together, the ruling of the likeliest wording first."""
    found: dict[int, list[Ranked]] = {}
    for one in ranked:
        found.setdefault(one.wording.number, []).append(one)
    yield from found.values()
