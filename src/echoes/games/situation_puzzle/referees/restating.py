"""Asking back what a final answer means, in the author's questions: a line of them each, to pick one."""

from collections.abc import Mapping, Sequence
from itertools import cycle, islice

from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.situation_puzzle.referees.answers import Choice, Hypothesis
from echoes.games.situation_puzzle.referees.bank import RulingBank
from echoes.games.situation_puzzle.referees.offers import Offers
from echoes.games.situation_puzzle.referees.ranking import Ranked

LINES = 3
LIKELY_ENOUGH = (-2.5, -3.5)
"""The log odds from which on a question may be what a sentence says: at first, and later."""

Line = tuple[Choice, ...]
"""Questions that an answer says yes to, all of them."""


class Restating:
    """Puts what was not followed of an answer into authored questions that may be shown.

    Args:
        puzzle: with its secrets.
        bank: its authored rulings.
    """

    def __init__(self, puzzle: Puzzle, bank: RulingBank) -> None:
        self._puzzle = puzzle
        self._bank = bank

    async def lines(
        self, hypothesis: Hypothesis, unfollowed: Sequence[str], missing: Sequence[str], offers: Offers
    ) -> tuple[Line, ...]:
        """Lines of questions, one of which tells what is missing; none where nothing of it can be asked.

        The others have none of its questions, and none that is to be answered YES: no question stands in
        two lines, so that comparing them tells nothing.

        Args:
            hypothesis: the answer.
            unfollowed: its sentences that were not followed.
            missing: the core facts that the others do not tell.
            offers: of this puzzle.
        """
        known = hypothesis.brought_up | self._bank.reader.ideas(hypothesis.text)
        said = await self._said(unfollowed, offers)
        meant: list[Choice] = []
        for fact in missing:
            if any(fact in choice.facts for choice in meant):
                continue
            if choice := self._telling(fact, said, known, hypothesis):
                meant.append(choice)
        if not meant:
            return ()
        others = await self._others(meant, said, known, hypothesis, offers)
        size = min(len(meant), len(others) // (LINES - 1))
        if not size:
            return ()
        rest = [tuple(others[n : n + size]) for n in range(0, size * (LINES - 1), size)]
        lines = [tuple(meant[:size]), *rest]
        return tuple(sorted(lines, key=lambda line: [choice.text for choice in line]))

    async def _said(self, sentences: Sequence[str], offers: Offers) -> Mapping[int, Ranked]:
        """The likeliest wording of each ruling that a sentence, or a piece of one, may say."""
        best: dict[int, Ranked] = {}
        texts = dict.fromkeys(
            text for sentence in sentences for text in (sentence, *self._bank.reader.segments(sentence))
        )
        for text in texts:
            for one in (await offers.ranking(text)).ranked:
                number = one.wording.number
                if number not in best or one.score > best[number].score:
                    best[number] = one
        return best

    def _telling(
        self, fact: str, said: Mapping[int, Ranked], known: frozenset[str], hypothesis: Hypothesis
    ) -> Choice | None:
        """The question whose YES carries a fact that the answer most likely says."""
        bar = LIKELY_ENOUGH[bool(hypothesis.confirmed)]
        found = [
            (round(ranked.score + self._bank.share(wording.ideas, known), 4), wording)
            for wording in self._bank.carrying(fact)
            if wording.number not in hypothesis.shown
            for ranked in [said.get(wording.number)]
            if ranked and ranked.score >= bar and self._bank.showing.may_show(wording, known, known)
        ]
        best = max(found, key=lambda one: (one[0], -one[1].number, -one[1].variant), default=None)
        return self._bank.choice(best[1], best[0]) if best else None

    async def _others(
        self,
        meant: Sequence[Choice],
        said: Mapping[int, Ranked],
        known: frozenset[str],
        hypothesis: Hypothesis,
        offers: Offers,
    ) -> list[Choice]:
        """What may be meant instead and is not to be answered YES: what the answer is most like, first."""
        wanted = len(meant) * (LINES - 1)
        skip = {choice.authored for choice in meant}
        found: list[Choice] = []
        for ranked in sorted(said.values(), key=lambda one: (-one.score, one.wording.number)):
            ruling = self._puzzle.rulings[ranked.wording.number]
            if ranked.score < LIKELY_ENOUGH[0] or len(found) == wanted:
                break
            if ruling.ruling == "NO" and self._bank.showing.may_show(ranked.wording, known, known):
                found.append(self._bank.choice(ranked.wording, ranked.score))
        skip |= {choice.authored for choice in found}
        for choice in islice(cycle(meant), wanted - len(found)):
            more = await offers.distractors(choice.text, known, frozenset(skip | hypothesis.shown), count=1)
            found += more
            skip |= {one.authored for one in more}
        return found
