"""Guards against rulings on another question than the one that was asked.

Similarity and the ranker's probability do not tell "his money" from "her money", so a wording is ruled on in
place of a question only where none of the differences that make it another question is found.
"""

from collections.abc import Collection, Mapping, Sequence

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.referees.rules.ranking import RankedWording
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex
from echoes.games.situation_puzzle.referees.rules.word_differences import (
    adds_comparison,
    adds_manner,
    letters,
)
from echoes.language.reader import Clause
from echoes.language.roles import Roles
from echoes.language.symbols import is_member

_FEW_IDEAS = 2
_SAME_WORDS = 0.8
_NEAR = 300
"""Cosine in thousandths from which on two words may name the same."""
_SAME_DEED = 200
"""The same for two verbs: 204 for to destroy and to spoil, less than 0 for to help and to sink."""
_SAME_DOER = 550
"""The same for two doers; a friend and an enemy are near to each other."""
_GUARDS = frozenset(("matter", "matter that", "before", "after", "以前", "以后"))
"""Guards that make two texts different questions where only one of them has it."""
_RESTRICTIONS = frozenset("only alone both same fake false 只 仅 唯一 独自 单独 假".split())
"""Guards with which a question says more than one without: a YES to the latter is none to the former."""
_POSSIBILITIES = frozenset("can might would possible 能 可能".split())
"""Guards with which a question says less: that it might have been so is no YES to that it was."""
_OF_DOERS = frozenset("by with 被 由 跟".split())
"""Prepositions before those who take part in what is done."""
_OF_SOURCES = frozenset("from by 从 被 由 跟 向".split())
"""Prepositions before those without whom a question is another one."""
_FROM = frozenset(("from", "从"))


class MisreadingGuard:
    """A guard that tells whether an authored wording is another question than the player's.

    Args:
        ruling_index: the authored rulings of the puzzle.
    """

    def __init__(self, ruling_index: RulingIndex) -> None:
        self._ruling_index, self._reader = ruling_index, ruling_index.reader

    def is_other(self, text: str, shown: RankedWording, ruling: RulingWord) -> bool:
        """Return whether a ruling on a wording may not stand for one on the text."""
        said, is_yes = shown.wording.text, ruling == "YES"
        return (
            (is_yes and self._has_another_doer(text, shown))
            or self._is_half(text, said, is_yes)
            or (ruling == "NO" and (self._is_part(text, said) or adds_manner(text, said)))
            or self._reader.are_contrary(text, said)
            or adds_comparison(text, said)
            or not self._says_no_other(text, shown, is_yes)
            or not self._stands_for(text, said, is_yes)
            or self._exchanges_roles(text, shown.wording.clause, said, ruling)
        )

    def _is_half(self, text: str, wording: str, is_yes: bool) -> bool:
        """Return whether a ruling leaves "this or that" open: a NO to one of the two, a YES to neither."""
        ideas = [self._reader.ideas(one) for one in self._reader.alternatives(text)]
        if not ideas or self._reader.alternatives(wording):
            return False
        said, common = self._reader.ideas(wording), frozenset[str].intersection(*ideas)
        says_one = any(2 * len((one - common) & said) > len(one - common) for one in ideas)
        return not is_yes or not says_one

    def _is_part(self, text: str, wording: str) -> bool:
        """Return whether a wording joins to what is asked something else, so that a NO may be to that."""
        asked, plain = self._reader.ideas(text), self._reader.plain_ideas
        for piece in self._reader.split_loosely(wording):
            ideas = self._reader.ideas(piece) - plain
            told = bool(ideas and self._reader.roles(piece).verbs)
            if told and 2 * sum(self._is_among(idea, asked) for idea in ideas) <= len(ideas):
                return True
        return False

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
        ruling_index, clause = self._ruling_index, shown.wording.clause
        same = ruling_index.equivalent_rulings(clause) if clause else set[int]()
        return ruling_index.unanimous(ruling_index.exact_matches(shown.wording.text) | same) is not None

    def _stands_for(self, text: str, wording: str, is_yes: bool) -> bool:
        """Return whether a ruling on one question may stand for another, by what the two leave open.

        Somebody is not something. That one person did not does not mean that nobody did, nor does something
        being so mean that somebody is there, where that is all that is asked.
        """
        reader = self._reader
        asked, said = reader.open_kinds(text), reader.open_kinds(wording)
        if (asked - said and said - asked) or self._counts(text) - self._counts(wording):
            return False
        if is_yes and letters(text) - letters(wording):
            return False
        few = 1 if is_yes else _FEW_IDEAS
        only = len(reader.ideas(reader.strip_fillers(text)) - reader.plain_ideas) <= few
        return not (asked - said and only)

    def _counts(self, text: str) -> frozenset[str]:
        """Return the numbers, from two, that a text names and the story does not."""
        named = self._reader.ideas(text) - self._ruling_index.disclosure.public_ideas
        return frozenset(idea for idea in named if idea.isdecimal() and int(idea) > 1)

    def _exchanges_roles(self, text: str, clause: Clause | None, wording: str, ruling: RulingWord) -> bool:
        """Return whether a wording names another owner, deed or thing, or lacks a doer or a source."""
        asked, said = self._reader.roles(text), self._reader.roles(wording)
        ideas = self._reader.ideas(wording)
        named = {name.removesuffix("'s") for name in _doer_first(clause)} if clause else set[str]()
        return (
            self._owners_differ(asked, said)
            or self._is_of_the_owner(asked, said, ideas)
            or (bool(asked.doers) and not any(self._does(one, said, named, ideas) for one in asked.doers))
            or self._deeds_differ(asked, said, text, wording)
            or self._things_differ(asked, said, text, wording)
            or self._subjects_differ(asked, said, text, wording)
            or _changes_places(asked, said)
            or self._lacks_source(asked, named, ideas, ruling)
        )

    def _is_of_the_owner(self, asked: Roles, said: Roles, ideas: Collection[str]) -> bool:
        """Return whether a wording tells of somebody what is asked of what is theirs."""
        return any(
            thing in asked.subjects and owner in said.subjects and not self._is_named(thing, (), ideas)
            for thing, owner in asked.owned
        )

    def _subjects_differ(self, asked: Roles, said: Roles, text: str, wording: str) -> bool:
        """Return whether two sentences begin with different things, and neither tells of the other's."""
        mine, theirs = ({one for one in roles.subjects if self._is_telling(one)} for roles in (asked, said))
        both = bool(mine and theirs)
        return both and not self._tells_of_thing(mine, wording) and not self._tells_of_thing(theirs, text)

    def _is_telling(self, word: str) -> bool:
        """Return whether a subject is a certain thing; a character may be meant by other words too."""
        return not is_member(word) and bool(self._reader.ideas(word) - self._reader.plain_ideas)

    def _tells_of_thing(self, words: Collection[str], text: str) -> bool:
        """Return whether a text names one of some things, or may: 灯笼 and 灯光 share a character."""
        ideas = self._reader.ideas(text)
        return any(
            self._is_named(one, (), ideas) or any(self._may_be_the_same(one, idea) for idea in ideas)
            for one in words
        )

    def _lacks_source(
        self, asked: Roles, named: Collection[str], ideas: Collection[str], ruling: RulingWord
    ) -> bool:
        """Return whether a wording leaves out by whom or from whom, so that less is said than asked.

        Whatever is not so is not so from anybody, and a character may be irrelevant. From where the statement
        tells of may go without saying.
        """
        return ruling != "NO" and any(
            not self._is_named(word, named, ideas)
            for word, preposition in asked.adjuncts
            if preposition in _OF_SOURCES and (ruling == "YES" or not is_member(word))
            if preposition not in _FROM or not self._ruling_index.disclosure.is_public(word)
        )

    def _is_named(self, word: str, named: Collection[str], ideas: Collection[str]) -> bool:
        """Return whether a character, or a word that is not too general, is among those named."""
        if is_member(word):
            return word in named
        mine = self._reader.ideas(word) - self._reader.plain_ideas
        return not mine or any(self._is_among(idea, ideas, _SAME_DOER) for idea in mine)

    def _owners_differ(self, asked: Roles, said: Roles) -> bool:
        """Return whether something belongs to one here and to another there."""
        for thing in {thing for thing, _ in asked.owned}:
            mine = {owner for one, owner in asked.owned if one == thing}
            theirs = {owner for one, owner in said.owned if self._is_among(thing, [one])}
            if theirs and not any(self._is_same_owner(one, other) for one in mine for other in theirs):
                return True
        return False

    def _is_same_owner(self, one: str, other: str) -> bool:
        """Return whether two owners may be the same; a pronoun may stand for whoever is named."""
        pronouns = [not is_member(owner) and not self._reader.ideas(owner) for owner in (one, other)]
        if (is_member(one) and is_member(other)) or all(pronouns):
            return one == other
        return is_member(one) or is_member(other) or any(pronouns) or self._is_among(one, [other])

    def _does(self, doer: str, said: Roles, named: Collection[str], ideas: Collection[str]) -> bool:
        """Return whether somebody is named in a wording, and can be the one who acts there."""
        if doer in said.others and doer not in said.doers:
            return False
        return doer in {*named, *said.doers} if is_member(doer) else self._is_among(doer, ideas, _SAME_DOER)

    def _deeds_differ(self, asked: Roles, said: Roles, text: str, wording: str) -> bool:
        """Return whether two sentences tell of deeds, and neither holds any of the other's."""
        both = bool(asked.verbs and said.verbs)
        if any(self._is_among(verb, said.verbs, _SAME_DEED) for verb in asked.verbs):
            return False
        return both and not self._tells_of(asked.verbs, wording) and not self._tells_of(said.verbs, text)

    def _things_differ(self, asked: Roles, said: Roles, text: str, wording: str) -> bool:
        """Return whether the same is done to or for another thing: the one word in which the two differ."""
        if not any(self._is_among(verb, said.verbs) for verb in asked.verbs):
            return False
        mine, theirs = (
            self._reader.ideas(one) - self._reader.plain_ideas
            for one in (self._reader.strip_fillers(text), wording)
        )
        lacking = {idea for idea in mine if not self._is_among(idea, theirs)} - asked.verbs
        added = {idea for idea in theirs if not self._is_among(idea, mine)} - said.verbs
        return len(lacking) == len(added) == 1 and not self._may_be_the_same(*lacking, *added)

    def _tells_of(self, verbs: Collection[str], text: str) -> bool:
        """Return whether a text holds one of some verbs, whatever part it has there."""
        words, ideas = self._reader.normalize(text).split(), self._reader.ideas(text)
        return any(verb in words or self._is_among(verb, ideas) for verb in sorted(verbs))

    def _may_be_the_same(self, one: str, other: str) -> bool:
        """Return whether two Chinese words share a character, as 礁石 and 暗礁 do: they may name the same."""
        share = not (one.isascii() or other.isascii() or {*one}.isdisjoint(other))
        return share and not self._are_told_apart(one, other)

    def _is_among(self, idea: str, ideas: Collection[str], near: int = _NEAR) -> bool:
        """Return whether an idea is one of others, by a synonym, its word family or its meaning."""
        disclosure = self._ruling_index.disclosure
        others = [one for one in ideas if not self._are_told_apart(idea, one)]
        return disclosure.is_among(idea, ideas) or disclosure.is_near(idea, others, near)

    def _are_told_apart(self, one: str, other: str) -> bool:
        """Return whether the statement has both words, as of a lamp and of lanterns: they name two things."""
        return one != other and {one, other} <= self._ruling_index.disclosure.public_ideas


def _changes_places(asked: Roles, said: Roles) -> bool:
    """Return whether what one sentence begins with stands behind a preposition in the other.

    What is repaired under water is not repaired by the water.
    """
    mine, theirs = (
        {word for word, preposition in one.adjuncts if preposition not in _OF_DOERS} - one.subjects
        for one in (asked, said)
    )
    both = bool(asked.subjects and said.subjects)
    return both and bool(asked.subjects & theirs or said.subjects & mine)


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
