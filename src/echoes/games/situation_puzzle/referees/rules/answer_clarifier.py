"""Clarification of a final answer: authored questions, of which the player picks those it says yes to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.known_sentences import Wording
from echoes.games.situation_puzzle.referees.rules.ranking import RankedWording
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex
from echoes.games.situation_puzzle.referees.rules.suggestions import SuggestionFinder
from echoes.games.situation_puzzle.referees.types import Choice, Hypothesis

FEWEST_WRONG = 4
"""The fewest questions ruled NO among those of a clarification, so that a guess hardly ever is right."""
_LIKELY, _POSSIBLE = -2.5, -3.5
"""The least log odds at which a sentence likely states a question, and at which it may."""


@dataclass(frozen=True)
class _Answer:
    """A final answer with what it may state.

    Attributes:
        said: the likeliest wording of each ruling that a sentence that was not followed, or a piece of one,
            may say.
        known: the ideas that it or the session has brought up.
    """

    hypothesis: Hypothesis
    said: Mapping[int, RankedWording]
    known: frozenset[str]


class AnswerClarifier:
    """A clarifier that puts what was not followed of an answer into authored questions that may be shown.

    Args:
        puzzle: with its secrets.
        ruling_index: its authored rulings.
    """

    def __init__(self, puzzle: Puzzle, ruling_index: RulingIndex) -> None:
        self._puzzle = puzzle
        self._ruling_index = ruling_index

    async def choices(
        self,
        hypothesis: Hypothesis,
        unfollowed: Sequence[str],
        missing: Sequence[str],
        suggestions: SuggestionFinder,
    ) -> tuple[Choice, ...]:
        """Return questions some of which tell what is missing; none where it can't be asked.

        The others are ruled NO, as near to the answer as can be, and outnumber them. The order tells nothing.
        A fact that an earlier answer was asked back about is left out until the player has established it:
        trying every choice in turn solves nothing.

        Args:
            hypothesis: the answer.
            unfollowed: its sentences that were not followed.
            missing: the core facts that the others do not tell.
            suggestions: the finder of this puzzle.
        """
        known = hypothesis.brought_up | self._ruling_index.reader.ideas(hypothesis.text)
        answer = _Answer(hypothesis, await self._said(unfollowed, suggestions), known)
        asked_before = self._asked_before(hypothesis)
        meant = self._meant(answer, [fact for fact in missing if fact not in asked_before])
        if not meant:
            return ()
        others = await self._others(answer, meant, suggestions)
        meant = meant[: len(others) - 1]
        return tuple(sorted((*meant, *others), key=lambda choice: choice.text)) if meant else ()

    def _asked_before(self, hypothesis: Hypothesis) -> frozenset[str]:
        """Return the facts that an earlier answer was asked back about and that are still not established."""
        rulings = [self._puzzle.rulings[number] for number in hypothesis.asked_back]
        asked = {fact for ruling in rulings if ruling.ruling == "YES" for fact in ruling.facts}
        return frozenset(asked - hypothesis.established)

    async def _said(
        self, sentences: Sequence[str], suggestions: SuggestionFinder
    ) -> Mapping[int, RankedWording]:
        """Return the likeliest wording of each ruling that a sentence, or a piece of one, may say."""
        best: dict[int, RankedWording] = {}
        texts = dict.fromkeys(
            text
            for sentence in sentences
            for text in (sentence, *self._ruling_index.reader.segments(sentence))
        )
        for text in texts:
            for one in (await suggestions.ranking(text)).ranked:
                number = one.wording.number
                if number not in best or one.score > best[number].score:
                    best[number] = one
        return best

    def _meant(self, answer: _Answer, missing: Sequence[str]) -> list[Choice]:
        """Return the questions that an answer says yes to.

        These are the questions that it may mean, where they tell the whole story or something was confirmed
        already; else only those that it likely means.
        """
        possible = self._telling(answer, missing, _POSSIBLE)
        whole = {*missing} <= {fact for choice in possible for fact in choice.facts}
        if answer.hypothesis.confirmed or (whole and not answer.hypothesis.rounds):
            return possible
        return self._telling(answer, missing, _LIKELY)

    def _telling(self, answer: _Answer, missing: Sequence[str], bar: float) -> list[Choice]:
        """Return for each fact the question that establishes it and that the answer likely states, if any."""
        found: list[Choice] = []
        for fact in missing:
            if not any(fact in choice.facts for choice in found):
                found += self._carrying(answer, fact, bar)
        return found

    def _carrying(self, answer: _Answer, fact: str, bar: float) -> list[Choice]:
        """Return the likeliest question that establishes a fact, if one is likely enough and may be shown."""
        found = [
            (round(ranked.score + self._ruling_index.share(wording.ideas, answer.known), 4), wording)
            for wording in self._ruling_index.wordings_establishing(fact)
            if wording.number not in answer.hypothesis.shown
            for ranked in [answer.said.get(wording.number)]
            if ranked and ranked.score >= bar and self._may_show(wording, answer)
        ]
        best = max(found, key=lambda one: (one[0], -one[1].number, -one[1].variant), default=None)
        return [self._ruling_index.choice(best[1], best[0])] if best else []

    def _may_show(self, wording: Wording, answer: _Answer) -> bool:
        return self._ruling_index.disclosure.may_show(wording, answer.known, answer.known)

    async def _others(
        self, answer: _Answer, meant: Sequence[Choice], suggestions: SuggestionFinder
    ) -> list[Choice]:
        """Return questions that may be meant instead and are ruled NO, the most similar first."""
        wanted = max(FEWEST_WRONG, len(meant) + 1)
        skip = {choice.authored for choice in meant} | answer.hypothesis.shown
        found: list[Choice] = []
        for ranked in sorted(answer.said.values(), key=lambda one: (-one.score, one.wording.number)):
            number = ranked.wording.number
            if ranked.score < _LIKELY or len(found) == wanted:
                break
            fits = self._puzzle.rulings[number].ruling == "NO" and number not in skip
            if fits and self._may_show(ranked.wording, answer):
                found.append(self._ruling_index.choice(ranked.wording, ranked.score))
        skip |= {choice.authored for choice in found}
        for choice in islice(cycle(meant), wanted - len(found)):
            more = await suggestions.distractors(choice.text, answer.known, frozenset(skip), count=1)
            found += more
            skip |= {one.authored for one in more}
        return found
