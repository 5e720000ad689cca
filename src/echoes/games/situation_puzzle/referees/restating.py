"""Asking back what a final answer means, in the author's questions: a line of them each, to pick one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.situation_puzzle.referees.answers import Choice, Hypothesis
from echoes.games.situation_puzzle.referees.bank import RulingBank
from echoes.games.situation_puzzle.referees.offers import Offers
from echoes.games.situation_puzzle.referees.ranking import Ranked
from echoes.games.situation_puzzle.referees.readings import Wording

LINES = 3
_LIKELY, _POSSIBLE = -2.5, -3.5
"""The log odds from which on a question is likely what a sentence says, and may be."""

Line = tuple[Choice, ...]
"""Questions that an answer says yes to, all of them."""


@dataclass(frozen=True)
class _Answer:
    """A final answer, read.

    Attributes:
        said: the likeliest wording of each ruling that a sentence that was not followed, or a piece of one,
            may say.
        known: the ideas that it or the session has brought up.
    """

    hypothesis: Hypothesis
    said: Mapping[int, Ranked]
    known: frozenset[str]


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
        answer = _Answer(hypothesis, await self._said(unfollowed, offers), known)
        meant = self._meant(answer, missing)
        if not meant:
            return ()
        others = await self._others(answer, meant, offers)
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

    def _meant(self, answer: _Answer, missing: Sequence[str]) -> list[Choice]:
        """The questions that an answer says yes to.

        Those that it may mean, where they tell the whole story in one line or where something was confirmed
        already; else only those that it likely means.
        """
        possible = self._telling(answer, missing, _POSSIBLE)
        whole = {*missing} <= {fact for choice in possible for fact in choice.facts}
        if answer.hypothesis.confirmed or (whole and not answer.hypothesis.rounds):
            return possible
        return self._telling(answer, missing, _LIKELY)

    def _telling(self, answer: _Answer, missing: Sequence[str], bar: float) -> list[Choice]:
        """For each fact the question whose YES carries it and that the answer most likely says, if any."""
        found: list[Choice] = []
        for fact in missing:
            if not any(fact in choice.facts for choice in found):
                found += self._carrying(answer, fact, bar)
        return found

    def _carrying(self, answer: _Answer, fact: str, bar: float) -> list[Choice]:
        """The likeliest question that carries a fact, if any is likely enough and may be shown."""
        found = [
            (round(ranked.score + self._bank.share(wording.ideas, answer.known), 4), wording)
            for wording in self._bank.carrying(fact)
            if wording.number not in answer.hypothesis.shown
            for ranked in [answer.said.get(wording.number)]
            if ranked and ranked.score >= bar and self._may_show(wording, answer)
        ]
        best = max(found, key=lambda one: (one[0], -one[1].number, -one[1].variant), default=None)
        return [self._bank.choice(best[1], best[0])] if best else []

    def _may_show(self, wording: Wording, answer: _Answer) -> bool:
        return self._bank.showing.may_show(wording, answer.known, answer.known)

    async def _others(self, answer: _Answer, meant: Sequence[Choice], offers: Offers) -> list[Choice]:
        """What may be meant instead and is not to be answered YES: what the answer is most like, first."""
        wanted = len(meant) * (LINES - 1)
        skip = {choice.authored for choice in meant} | answer.hypothesis.shown
        found: list[Choice] = []
        for ranked in sorted(answer.said.values(), key=lambda one: (-one.score, one.wording.number)):
            number = ranked.wording.number
            if ranked.score < _LIKELY or len(found) == wanted:
                break
            fits = self._puzzle.rulings[number].ruling == "NO" and number not in skip
            if fits and self._may_show(ranked.wording, answer):
                found.append(self._bank.choice(ranked.wording, ranked.score))
        skip |= {choice.authored for choice in found}
        for choice in islice(cycle(meant), wanted - len(found)):
            more = await offers.distractors(choice.text, answer.known, frozenset(skip), count=1)
            found += more
            skip |= {one.authored for one in more}
        return found
