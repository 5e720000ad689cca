"""What may be offered of the authored rulings: the nearest that may be shown."""

from collections.abc import Iterable, Sequence

from echoes.core.documents import Passage
from echoes.core.protocols import Retriever
from echoes.games.situation_puzzle.referees.answers import Choice
from echoes.games.situation_puzzle.referees.bank import RulingBank
from echoes.games.situation_puzzle.referees.readings import Wording

CANDIDATES = 48
OPTIONS = 3
_NEARLY_SAME = 0.6
NEAR_ENOUGH = 0.1
"""The share of a question's ideas that an option must hold to be worth reading."""

NEAR_MEANING = 0.46
"""The cosine from which on an idea is one that the player has named in another word."""


class _Unaided:
    """The retriever of a referee that is to do without: it finds nothing."""

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        """Nothing."""
        return []

    async def nearness(self, texts: Sequence[str], others: Sequence[str]) -> list[float]:
        """Nothing is near."""
        return [-1.0] * len(texts)


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

    async def near(self, text: str) -> list[tuple[Passage, Wording]]:
        """The wordings nearest to a text, best first."""
        passages = await self._retriever.search(text, limit=CANDIDATES, kind="ruling")
        return [(p, self.bank.wordings[p.id]) for p in passages if p.id in self.bank.wordings]

    async def choices(
        self, text: str, brought_up: frozenset[str], skip: frozenset[int] = frozenset()
    ) -> tuple[Choice, ...]:
        """Up to three authored questions that may be meant and may be shown, nearest first."""
        meant = self.bank.reader.ideas(text)
        near = [
            (passage, wording) for passage, wording in await self.near(text) if wording.number not in skip
        ]
        known = brought_up | meant
        otherwise = await self._named_otherwise([wording for _, wording in near], known, meant)
        best: dict[int, Choice] = {}
        for passage, wording in near:
            share = self.bank.share(meant, wording.ideas)
            if share < NEAR_ENOUGH and passage.score < _NEARLY_SAME:
                continue
            if not self.bank.showing.may_show(wording, known, otherwise):
                continue
            score = round((3 * passage.score + 2 * share + self.bank.share(wording.ideas, meant)) / 6, 4)
            if wording.number not in best or score > best[wording.number].score:
                best[wording.number] = self.bank.choice(wording, score)
        ranked = sorted(best.values(), key=lambda choice: (-choice.score, choice.authored))
        return tuple(ranked[:OPTIONS])

    async def _named_otherwise(
        self, wordings: Iterable[Wording], known: frozenset[str], meant: frozenset[str]
    ) -> frozenset[str]:
        """The ideas of these wordings that the player has just named in another word."""
        missing = sorted({idea for wording in wordings for idea in self.bank.showing.missing(wording, known)})
        nearness = await self._retriever.nearness(missing, sorted(meant))
        return frozenset(idea for idea, near in zip(missing, nearness, strict=True) if near >= NEAR_MEANING)

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
