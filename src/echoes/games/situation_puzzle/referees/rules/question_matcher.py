"""Matching of a player's question with the authored question that is clearly meant.

The ruling is right for the question that is shown beside it, so the player sees any misreading.
"""

from collections.abc import Sequence
from dataclasses import replace

from echoes.core.text.plain_text import capitalized
from echoes.games.situation_puzzle.referees.rules.contradiction import ContradictionCheck
from echoes.games.situation_puzzle.referees.rules.direct_rulings import DirectRulings, combine_rulings
from echoes.games.situation_puzzle.referees.rules.known_sentences import Wording
from echoes.games.situation_puzzle.referees.rules.ranking import Ranking, probability
from echoes.games.situation_puzzle.referees.rules.same_question import HOLD_FOR_MORE, QuestionComparison
from echoes.games.situation_puzzle.referees.rules.suggestions import SuggestionFinder
from echoes.games.situation_puzzle.referees.types import Choice, Question, Ruling
from echoes.language.reader import Clause

_MOST_PARTS = 3
_INSTEAD = 2
"""The number of alternatives offered beside a ruling on an authored question."""
_MORE_SURE = 0.15
"""The higher probability that each part of a compound question needs."""
_CARRIED_OVER = 0.1
"""The higher probability that a ruling needs on a question that says more."""


class QuestionMatcher:
    """A matcher that finds the authored question that is meant, and rules on it where that is clear.

    Args:
        suggestions: the finder of authored questions that may be shown.
        direct: the rulings on parts of a question in their own words.
        least: the probability from which a question is clearly meant; None for never.
    """

    def __init__(self, suggestions: SuggestionFinder, direct: DirectRulings, least: float | None) -> None:
        self._suggestions, self._direct, self._least = suggestions, direct, least
        self._reader = suggestions.ruling_index.reader
        self._comparison = QuestionComparison(suggestions.ruling_index)
        self._check = ContradictionCheck(self._reader, self._comparison)

    async def ruled(
        self, question: Question, clauses: list[Clause], carried: bool
    ) -> Ruling | tuple[Choice, ...]:
        """Return a ruling on the authored question that is meant, or else the questions that may be.

        Args:
            question: the player's.
            clauses: its clauses.
            carried: whether one that says less is enough, where its ruling carries over.
        """
        skip: frozenset[int] = frozenset() if question.not_meant is None else frozenset({question.not_meant})
        found = await self._decided(question, clauses, skip, carried)
        return found if isinstance(found, Ruling) else await self._one_of_each(question, found, skip)

    async def _decided(
        self, question: Question, clauses: list[Clause], skip: frozenset[int], carried: bool
    ) -> Ruling | tuple[Choice, ...]:
        ranking = await self._suggestions.ranking(question.text)
        choices = self._suggestions.shown(ranking, question.text, question.brought_up, skip)
        if skip or self._least is None or any(not clause.rulable for clause in clauses):
            return choices
        if joint := await self._compound(question, clauses):
            return replace(joint, instead=choices[:_INSTEAD])
        if len(clauses) != 1:
            return choices
        meant = self._meant(
            question.text, ranking, choices, question.brought_up, carried=carried, alone=carried
        )
        if meant is None or self._check.contradicts(meant.text, meant.ruling, question.earlier):
            return choices
        if nearer := self._nearer(question.text, meant, choices[1:]):
            return (*nearer, *(one for one in choices if one not in nearer))
        return self._as(meant, probability(ranking.sure), choices[1 : 1 + _INSTEAD])

    async def _one_of_each(
        self, question: Question, choices: tuple[Choice, ...], skip: frozenset[int]
    ) -> tuple[Choice, ...]:
        """Return the choices with one for each of the alternatives of a question first."""
        each: list[Choice] = []
        for text in self._reader.alternatives(question.text)[:_MOST_PARTS]:
            ranking = await self._suggestions.ranking(text)
            each += self._suggestions.shown(ranking, text, question.brought_up, skip, count=1)
        found = {one.authored: one for one in (*each, *choices)}
        return (*found.values(),)[: max(len(choices), len(each))] if len(each) > 1 else choices

    def _nearer(self, text: str, meant: Choice, others: Sequence[Choice]) -> list[Choice]:
        """Return the choices that are nearer to the player's words than the wording that is meant."""
        distance = self._comparison.distance
        return [one for one in others if distance(text, one.text) < distance(text, meant.text)]

    def in_full(self, question: Question, part: Ruling, choices: Sequence[Choice]) -> Ruling:
        """Return the ruling on all of an authored question of which a part was asked, if it may be shown.

        A YES to a part establishes nothing; the YES to the question that is shown does.
        """
        off = self._least is None or question.not_meant is not None
        if off or part.ruling != "YES" or part.facts:
            return part
        for whole in choices:
            same = whole.authored == part.authored and bool(whole.facts)
            if same and self._adds_nothing(whole.text, question.text):
                others = [one for one in choices if one is not whole]
                return self._as(whole, part.confidence, others[:_INSTEAD])
        return part

    def _adds_nothing(self, wording: str, text: str) -> bool:
        """Return whether a wording names nobody and nothing that neither the text nor the statement does."""
        named, asked = ({n for one in self._reader.clauses(t) for n in one.members} for t in (wording, text))
        disclosure = self._suggestions.ruling_index.disclosure
        missing = disclosure.missing(self._reader.ideas(wording), self._reader.ideas(text))
        return named <= asked and not missing

    def _meant(
        self,
        text: str,
        ranking: Ranking,
        choices: Sequence[Choice],
        brought_up: frozenset[str],
        more: float = 0.0,
        *,
        carried: bool,
        alone: bool = True,
    ) -> Choice | None:
        """Return the likeliest ruling by the wording that asks the same, if it is likely enough and open.

        Args:
            text: the question.
            ranking, choices: what it may mean, and what of that may be shown.
            brought_up: the ideas that have come up.
            more: the higher probability that is needed.
            carried: whether a wording that says less is enough, where its ruling carries over.
            alone: whether nothing else rules on it: then a wording in the same words needs no probability.
        """
        if not choices or choices[0].authored != ranking.ranked[0].wording.number:
            return None
        sure, number = probability(ranking.sure), choices[0].authored
        is_unsure = sure < (self._least or 0) + more
        if is_unsure and not alone:
            return None
        index, asked = self._suggestions.ruling_index, self._reader.ideas(text)

        def nearest(wordings: Sequence[Wording]) -> Wording | None:
            shown = (
                one
                for one in wordings
                if index.agrees(one) and index.disclosure.may_show(one, brought_up, asked)
            )
            distance = self._comparison.distance
            return min(shown, key=lambda one: (distance(text, one.text), one.variant), default=None)

        same = self._comparison.same(text, number)
        if is_unsure:  # but for the form of its verb, it may be the wording itself
            same = [one for one in same if self._comparison.asks_the_same(text, one.text)]
        found = nearest(same)
        for_more = choices[0].ruling in HOLD_FOR_MORE
        if found is None and carried and for_more and sure >= (self._least or 0) + more + _CARRIED_OVER:
            other = nearest(self._comparison.wordings[number])
            found = other if other and self._comparison.carries_over(text, other.text) else None
        if found is None or (not for_more and self._comparison.says_more(text, number)):
            return None
        return replace(choices[0], text=found.text)

    def _as(self, choice: Choice, confidence: float, instead: Sequence[Choice] = ()) -> Ruling:
        ruling = self._direct.authored(choice.authored, f"ruled as «{choice.text}» ({confidence})")
        return replace(ruling, confidence=confidence, ruled_as=choice.shown, instead=tuple(instead))

    async def _compound(self, question: Question, clauses: list[Clause]) -> Ruling | None:
        """Rule on each part of a compound question, or on the authored question that it means."""
        reader = self._reader
        either = reader.alternatives(question.text)
        texts = either or (
            [clause.text for clause in clauses] if len(clauses) > 1 else reader.split_loosely(question.text)
        )
        if not 2 <= len(texts) <= _MOST_PARTS:
            return None
        rulings: list[Ruling] = []
        for text in texts:
            # Alternatives are ruled only where they agree, which makes each of them surer.
            ruling = await self._part(text, question.brought_up, 0.0 if either else _MORE_SURE)
            if ruling is None:
                return None
            rulings.append(ruling)
        if either and len({one.ruling for one in rulings}) > 1:
            return None  # it may ask which of them is so
        authored = [one.authored for one in rulings if one.authored is not None]
        if len({*authored}) < len(authored):
            return None  # two parts are no single question
        joint = combine_rulings(rulings)
        shown = list(dict.fromkeys(one.ruled_as for one in rulings))
        return replace(joint, ruled_as=" ".join(shown)) if joint and len(shown) == len(rulings) else None

    async def _part(self, text: str, brought_up: frozenset[str], more: float) -> Ruling | None:
        """Rule on one part of a compound question, or on the authored question that it means."""
        clauses = self._reader.clauses(text)
        own = self._direct
        if ruling := own.exact(text, clauses) or own.inferred(text, clauses):
            return replace(ruling, ruled_as=_asking(text))
        if len(clauses) != 1 or clauses[0].keyword_form is None:
            return None  # part of a sentence only
        ranking = await self._suggestions.ranking(text)
        choices = self._suggestions.shown(ranking, text, brought_up, count=1)
        meant = self._meant(text, ranking, choices, brought_up, more, carried=False)
        return self._as(meant, probability(ranking.sure)) if meant else None


def _asking(text: str) -> str:
    """Return a part of the player's own words as a question."""
    said = text.rstrip(" .?!。？！")
    return f"{capitalized(said)}?" if said.isascii() else f"{said}？"
