"""Matching of a player's question with the authored question that is clearly meant.

The ruling is right for the question that is shown beside it, so the player sees any misreading.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from echoes.core.plain_text import capitalized
from echoes.games.situation_puzzle.referees.rules.direct_rulings import DirectRulings, combine_rulings
from echoes.games.situation_puzzle.referees.rules.ranking import RankedWording, Ranking, probability
from echoes.games.situation_puzzle.referees.rules.suggestions import SuggestionFinder
from echoes.games.situation_puzzle.referees.types import Choice, Question, Ruling
from echoes.language.reader import Clause

_MOST_PARTS = 3
_INSTEAD = 2
"""The number of alternatives offered beside a ruling on an authored question."""
_FEW_IDEAS = 2
_SAME_WORDS = 0.8
_GUARDS = frozenset(("matter", "matter that", "before", "after", "以前", "以后"))
"""Guards that make two texts different questions where only one of them has it."""
_RESTRICTIONS = frozenset("only alone both same fake false 只 仅 唯一 独自 单独 假".split())
"""Guards with which a question says more than one without: a YES to the latter is none to the former."""
_POSSIBILITIES = frozenset("can might would possible 能 可能".split())
"""Guards with which a question says less: that it might have been so is no YES to that it was."""
_LETTER = re.compile(r"(?<![A-Za-z'’.])(?:[B-HJ-Z]|(?<=[\u4e00-\u9fff])[AI])(?![A-Za-z'’.])")
"""In English A and I are words too."""
_MORE_SURE = 0.15
"""The higher probability that each part of a compound question needs."""


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

    async def ruled(self, question: Question, clauses: list[Clause]) -> Ruling | tuple[Choice, ...]:
        """Return a ruling on the authored question that is meant, or else the questions that may be."""
        ranking = await self._suggestions.ranking(question.text)
        skip: frozenset[int] = frozenset() if question.not_meant is None else frozenset({question.not_meant})
        choices = self._suggestions.shown(ranking, question.text, question.brought_up, skip)
        if skip or self._least is None or any(not clause.rulable for clause in clauses):
            return choices
        if joint := await self._compound(question, clauses):
            return replace(joint, instead=choices[:_INSTEAD])
        if len(clauses) == 1 and self._is_plain(question.text, ranking, choices):
            return self._as(choices[0], probability(ranking.sure), choices[1 : 1 + _INSTEAD])
        return choices

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

    def _is_plain(self, text: str, ranking: Ranking, choices: Sequence[Choice], more: float = 0.0) -> bool:
        """Return whether the likeliest ruling is likely enough, and is the first that may be shown."""
        if not choices or choices[0].authored != ranking.ranked[0].wording.number:
            return False
        sure = probability(ranking.sure) >= (self._least or 0) + more
        meant = (choices[0].authored, choices[0].text)
        shown = next(one for one in ranking.ranked if (one.wording.number, one.wording.text) == meant)
        if not sure or (choices[0].ruling == "YES" and self._has_another_doer(text, shown)):
            return False
        if self._is_half(text, choices[0]):
            return False
        if self._reader.are_contrary(text, choices[0].text):
            return False
        return self._says_no_other(text, shown, choices[0].ruling == "YES") and self._stands_for(
            text, choices[0]
        )

    def _is_half(self, text: str, choice: Choice) -> bool:
        """Return whether a ruling leaves "this or that" open: a NO to one of the two, a YES to neither."""
        ideas = [self._reader.ideas(one) for one in self._reader.alternatives(text)]
        if not ideas or self._reader.alternatives(choice.text):
            return False
        said, common = self._reader.ideas(choice.text), frozenset[str].intersection(*ideas)
        says_one = any(2 * len((one - common) & said) > len(one - common) for one in ideas)
        return choice.ruling != "YES" or not says_one

    def _has_another_doer(self, text: str, shown: RankedWording) -> bool:
        """Return whether a text names a character that a wording does not, or has another agent."""
        asked = [name for clause in self._reader.clauses(text) for name in _doer_first(clause)]
        said = [*_doer_first(shown.wording.clause)] if shown.wording.clause else []
        return bool({*asked} - {*said}) or (bool(asked) and asked[:1] != said[:1])

    def _says_no_other(self, text: str, shown: RankedWording, is_yes: bool) -> bool:
        """Return whether nothing makes the wording another question than the text."""
        clause = shown.wording.clause
        asked = [one.keyword_form for one in self._reader.clauses(text) if one.keyword_form]
        if len(asked) == 1 and clause and clause.keyword_form:
            either = {*asked[0].guards} ^ {*clause.keyword_form.guards}
            if either & _GUARDS or (is_yes and _says_less(clause.keyword_form.guards, asked[0].guards)):
                return False
        joined = shown.values["asked_joined"] > shown.values["said_joined"]
        # "So, the bell, broken?" says one thing in spite of its commas.
        half = joined and len(self._reader.ideas(text)) > _FEW_IDEAS
        return not half and not _is_turned(shown.values) and self._agrees(shown)

    def _agrees(self, shown: RankedWording) -> bool:
        """Return whether the author has ruled on the same words in one way only."""
        ruling_index, clause = self._suggestions.ruling_index, shown.wording.clause
        same = ruling_index.equivalent_rulings(clause) if clause else set[int]()
        return ruling_index.unanimous(ruling_index.exact_matches(shown.wording.text) | same) is not None

    def _stands_for(self, text: str, choice: Choice) -> bool:
        """Return whether a ruling on one question may stand for another, by what the two leave open.

        Somebody is not something. That one person did not does not mean that nobody did, nor does something
        being so mean that somebody is there, where that is all that is asked.
        """
        reader = self._reader
        asked, said = reader.open_kinds(text), reader.open_kinds(choice.text)
        if (asked - said and said - asked) or self._counts(text) - self._counts(choice.text):
            return False
        if choice.ruling == "YES" and _letters(text) - _letters(choice.text):
            return False
        few = 1 if choice.ruling == "YES" else _FEW_IDEAS
        only = len(reader.ideas(reader.strip_fillers(text)) - reader.plain_ideas) <= few
        return not (asked - said and only)

    def _counts(self, text: str) -> frozenset[str]:
        """Return the numbers, from two, that a text names and the story does not."""
        named = self._reader.ideas(text) - self._suggestions.ruling_index.disclosure.public_ideas
        return frozenset(idea for idea in named if idea.isdecimal() and int(idea) > 1)

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
        joint = combine_rulings(rulings)
        shown = list(dict.fromkeys(one.ruled_as for one in rulings))
        return replace(joint, ruled_as=" ".join(shown)) if joint and len(shown) == len(rulings) else None

    async def _part(self, text: str, brought_up: frozenset[str], more: float) -> Ruling | None:
        """Rule on one part of a compound question, or on the authored question that it means."""
        clauses = self._reader.clauses(text)
        own = self._direct
        if ruling := own.exact(text, clauses) or own.inferred(text, clauses):
            return replace(ruling, ruled_as=_asking(text))
        ranking = await self._suggestions.ranking(text)
        choices = self._suggestions.shown(ranking, text, brought_up, count=1)
        if not self._is_plain(text, ranking, choices, more):
            return None
        return self._as(choices[0], probability(ranking.sure))


def _letters(text: str) -> frozenset[str]:
    """Return the single letters that a text names, such as the A of "is it the letter A?"."""
    return frozenset(_LETTER.findall(text))


def _says_less(said: Sequence[str], asked: Sequence[str]) -> bool:
    """Return whether a wording leaves out a restriction of the question, or tells only of a possibility."""
    more, less = {*asked} - {*said}, {*said} - {*asked}
    return bool(more & _RESTRICTIONS or less & _POSSIBILITIES)


def _doer_first(clause: Clause) -> tuple[str, ...]:
    """Return the characters that a sentence names, the agent first where that can be told."""
    return clause.keyword_form.members if clause.keyword_form else clause.members


def _is_turned(values: Mapping[str, float]) -> bool:
    """Return whether a wording denies what is asked, or has the same words with another agent."""
    same = min(values["asked_near"], values["said_near"])
    return bool(values["negated"]) or bool(same >= _SAME_WORDS and values["turned"])


def _asking(text: str) -> str:
    """Return a part of the player's own words as a question."""
    said = text.rstrip(" .?!。？！")
    return f"{capitalized(said)}?" if said.isascii() else f"{said}？"
