"""The authored question that a player plainly means.

A ruling on it is right for the question that is shown beside it, and what may be misread is seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from echoes.games.situation_puzzle.language.reading import Clause
from echoes.games.situation_puzzle.referees.answers import Choice, Question, Ruling
from echoes.games.situation_puzzle.referees.offers import Offers
from echoes.games.situation_puzzle.referees.own_words import OwnWords, all_together
from echoes.games.situation_puzzle.referees.ranking import Ranked, Ranking, probability

_MOST_PARTS = 3
_INSTEAD = 2
"""How many others are offered beside a ruling on one that is meant."""
_FEW_IDEAS = 2
_SAME_WORDS = 0.8
_GUARDS = frozenset(("matter", "matter that", "before", "after", "以前", "以后"))
"""Where only one of two texts asks whether something matters, or when it was, they ask two things."""
_MORE_SURE = 0.15
"""How much surer of each part of a compound question than of a whole one."""


class MeantQuestions:
    """Finds the authored question that is meant, and rules on it where that is plain.

    Args:
        offers: what may be shown of the authored questions.
        own_words: rules on parts of a question as they stand.
        least: the probability from which on a question is plainly meant; None: never.
    """

    def __init__(self, offers: Offers, own_words: OwnWords, least: float | None) -> None:
        self._offers, self._own_words, self._least = offers, own_words, least
        self._reader = offers.bank.reader

    async def ruled(self, question: Question, clauses: list[Clause]) -> Ruling | tuple[Choice, ...]:
        """A ruling on the authored question that is meant, or else the questions that may be."""
        ranking = await self._offers.ranking(question.text)
        skip: frozenset[int] = frozenset() if question.not_meant is None else frozenset({question.not_meant})
        choices = self._offers.shown(ranking, question.text, question.brought_up, skip)
        if skip or self._least is None or any(not clause.rulable for clause in clauses):
            return choices
        if joint := await self._compound(question, clauses):
            return replace(joint, instead=choices[:_INSTEAD])
        if len(clauses) == 1 and self._is_plain(question.text, ranking, choices):
            return self._as(choices[0], probability(ranking.sure), choices[1 : 1 + _INSTEAD])
        return choices

    def _is_plain(self, text: str, ranking: Ranking, choices: Sequence[Choice], more: float = 0.0) -> bool:
        """Whether the likeliest ruling is likely enough, and is the first that may be shown."""
        if not choices or choices[0].authored != ranking.ranked[0].wording.number:
            return False
        sure = probability(ranking.sure) >= (self._least or 0) + more
        meant = (choices[0].authored, choices[0].text)
        shown = next(one for one in ranking.ranked if (one.wording.number, one.wording.text) == meant)
        if not sure or (choices[0].ruling == "YES" and self._has_another_doer(text, shown)):
            return False
        return self._says_no_other(text, shown) and self._stands_for(text, choices[0])

    def _has_another_doer(self, text: str, shown: Ranked) -> bool:
        """Whether a text names somebody whom a wording does not name, or has another one do it."""
        asked = [name for clause in self._reader.clauses(text) for name in _doer_first(clause)]
        said = [*_doer_first(shown.wording.clause)] if shown.wording.clause else []
        return bool({*asked} - {*said}) or (bool(asked) and asked[:1] != said[:1])

    def _says_no_other(self, text: str, shown: Ranked) -> bool:
        """Whether nothing turns a wording into another question than a text, however near the two are."""
        clause = shown.wording.clause
        asked = [one.gist for one in self._reader.clauses(text) if one.gist]
        if len(asked) == 1 and clause and clause.gist:
            either = {*asked[0].guards} ^ {*clause.gist.guards}
            if either & _GUARDS:
                return False
        joined = shown.values["asked_joined"] > shown.values["said_joined"]
        # "So, the bell, broken?" says one thing in spite of its commas.
        half = joined and len(self._reader.ideas(text)) > _FEW_IDEAS
        return not half and not _is_turned(shown.values) and self._agrees(shown)

    def _agrees(self, shown: Ranked) -> bool:
        """Whether the author has not ruled on the same words in two ways."""
        bank, clause = self._offers.bank, shown.wording.clause
        same = bank.saying_the_same(clause) if clause else set[int]()
        return bank.agreeing(bank.word_for_word(shown.wording.text) | same) is not None

    def _stands_for(self, text: str, choice: Choice) -> bool:
        """Whether a ruling on one question may be one on another, by what the two leave open.

        Somebody is not something. And that a certain one did not does not say that nobody did, nor that
        something is so that somebody is there, where that is all that is asked.
        """
        reader = self._reader
        asked, said = reader.kinds(text), reader.kinds(choice.text)
        if (asked - said and said - asked) or self._counts(text) - self._counts(choice.text):
            return False
        few = 1 if choice.ruling == "YES" else _FEW_IDEAS
        only = len(reader.ideas(reader.bare(text)) - reader.plain_ideas) <= few
        return not (asked - said and only)

    def _counts(self, text: str) -> frozenset[str]:
        """The numbers from two on that a text names and the story does not."""
        named = self._reader.ideas(text) - self._offers.bank.showing.public_ideas
        return frozenset(idea for idea in named if idea.isdecimal() and int(idea) > 1)

    def _as(self, choice: Choice, confidence: float, instead: Sequence[Choice] = ()) -> Ruling:
        ruling = self._own_words.authored(choice.authored, f"ruled as «{choice.text}» ({confidence})")
        return replace(ruling, confidence=confidence, ruled_as=choice.text, instead=tuple(instead))

    async def _compound(self, question: Question, clauses: list[Clause]) -> Ruling | None:
        """Each part of a compound question ruled by itself, or on the authored question that it means."""
        reader = self._reader
        texts = [clause.text for clause in clauses] if len(clauses) > 1 else reader.pieces(question.text)
        if not 2 <= len(texts) <= _MOST_PARTS:
            return None
        rulings: list[Ruling] = []
        for text in texts:
            ruling = await self._part(text, question.brought_up)
            if ruling is None:
                return None
            rulings.append(ruling)
        joint = all_together(rulings)
        shown = list(dict.fromkeys(one.ruled_as for one in rulings))
        return replace(joint, ruled_as=" ".join(shown)) if joint and len(shown) == len(rulings) else None

    async def _part(self, text: str, brought_up: frozenset[str]) -> Ruling | None:
        """One part of a compound question: its own words, or the authored question that it means."""
        clauses = self._reader.clauses(text)
        own = self._own_words
        if ruling := own.exactly(text, clauses) or own.following(text, clauses):
            return replace(ruling, ruled_as=_asking(text))
        ranking = await self._offers.ranking(text)
        choices = self._offers.shown(ranking, text, brought_up, count=1)
        if not self._is_plain(text, ranking, choices, _MORE_SURE):
            return None
        return self._as(choices[0], probability(ranking.sure))


def _doer_first(clause: Clause) -> tuple[str, ...]:
    """Who of the cast a sentence names: the doer first, where that can be told."""
    return clause.gist.members if clause.gist else clause.members


def _is_turned(values: Mapping[str, float]) -> bool:
    """Whether, by its features, a wording denies what is asked, or has its words and another doer."""
    same = min(values["asked_near"], values["said_near"])
    return bool(values["negated"]) or bool(same >= _SAME_WORDS and values["turned"])


def _asking(text: str) -> str:
    """A part of the player's own words as a question."""
    said = text.rstrip(" .?!。？！")
    return f"{said[:1].upper()}{said[1:]}?" if said.isascii() else f"{said}？"
