"""Comparison of questions with authored wordings: whether one asks what the other does, or more.

Neither similarity nor the ranker's probability tells "to help him" from "to report him". So a wording stands
for a question only where every word that carries weight in one of them is held by the other, where both
restrict and deny alike, and where the same do the same to the same. Where the question says more, a ruling
may still carry over: a NO to less is a NO to more. A wording that says more would tell what was not asked.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.referees.rules.known_sentences import Wording
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex
from echoes.games.situation_puzzle.referees.rules.similarity import in_another_order, roles_differ
from echoes.language.keyword_form import KeywordForm
from echoes.language.symbols import LEFT_OUT, is_member

_CACHED = 4096
_JOINS = re.compile(r"\b(?:and|or|but|both|nor)\b|,|，|[和跟与].*都|或|而且|并且|但")
_CONTRARY = 2
"""The most words of weight in which contraries differ: each has its own."""
_QUALITIES = frozenset(
    "good bad big large small little new old long short 大 小 好 坏 多 少 长 短 新 旧 老".split()
)
"""General words that decide what is asked, though they give nothing away."""
_SHORT = 2
"""The most words of weight in a question whose commas join nothing: "so, the bell, broken?"."""

HOLD_FOR_MORE = frozenset(("NO", "IRRELEVANT"))
"""The rulings that hold for whatever says more."""
_UNRESTRICTED = frozenset(("negated 0",))


@dataclass(frozen=True)
class Content:
    """The parts of a sentence that decide what it asks.

    Attributes:
        words: the words that carry weight, numbers and characters, synonyms as one; general words where
            there are no others.
        plain: its general words, such as come or go.
        known: all of them, the words of which they consist, and the numbers in the names of its characters.
        guards: what restricts or inverts it; None for keywords, which do neither.
        forms: the keyword forms of its sentences.
        subjects: the characters with whom it begins.
        joins: whether it joins two things.
        open: the kinds of what it leaves open, such as `person` or `thing`.
        knowing: whether it tells of what somebody knows or believes.
        linked: whether it tells of a cause or a condition.
    """

    words: frozenset[str]
    plain: frozenset[str]
    known: frozenset[str]
    guards: frozenset[str] | None
    forms: tuple[KeywordForm, ...]
    subjects: frozenset[str]
    joins: bool
    open: frozenset[str]
    knowing: bool
    linked: bool

    @property
    def denies(self) -> bool:
        """Return whether a negation is left that no other cancels."""
        return "negated 1" in (self.guards or ())


class QuestionComparison:
    """A comparison of questions with the wordings of authored rulings.

    Args:
        ruling_index: the authored rulings of the puzzle.
    """

    def __init__(self, ruling_index: RulingIndex) -> None:
        self._ruling_index, self._reader = ruling_index, ruling_index.reader
        self._content = lru_cache(_CACHED)(self._read)

    def same(self, text: str, number: int) -> list[Wording]:
        """Return the wordings of a ruling that ask what a text asks.

        Its author says that its wordings mean the same, so each may hold a word for all.
        """
        asked, wordings = self._content(text), self.wordings[number]
        said = [self._content(one.text) for one in wordings]
        held = frozenset[str]().union(*(one.known for one in said))
        guards = [one.guards for one in said if one.guards is not None]
        missing = self._lacking(asked.words, held)
        if not all(map(self._may_go_without_saying, missing)):
            return []
        if asked.guards and guards and asked.guards - frozenset[str]().union(*guards):
            return []
        unheld = self._lacking(asked.plain, held)
        return [
            one
            for one, content in zip(wordings, said, strict=True)
            if not self._lacking(content.words, asked.known)
            and not self._differs_in_plain(unheld, asked, content)
            and _is_alike(asked, content)
            and not self._reader.are_contrary(text, one.text)
        ]

    def carries_over(self, text: str, wording: str, ruling: RulingWord, agreed: bool) -> bool:
        """Return whether the ruling on a wording holds for a text that says all that it says.

        Args:
            text: the player's question.
            wording: the authored question.
            ruling: of the wording.
            agreed: whether the rulings that are next likely to be meant are the same; then a YES to less is
                one to more, too.
        """
        asked, said = self._content(text), self._content(wording)
        if (asked.denies, asked.knowing) != (said.denies, said.knowing) or _links_otherwise(asked, said):
            return False
        if _leave_other_open(asked, said) or _in_another_order(asked, said):
            return False
        if self._reader.are_contrary(text, wording):
            return False
        more = self._lacking(asked.words, said.known)
        if self._lacking(said.words, asked.known) or any(one[0].isdigit() for one in more):
            return False
        return ruling in HOLD_FOR_MORE or (ruling == "YES" and (agreed or not more))

    def narrows(self, text: str, number: int) -> bool:
        """Return whether a text says when or where, and no wording of a ruling does.

        A time of the statement need not be that of what is asked; what happens at a place of it may go
        without its saying.
        """
        held = frozenset[str]().union(*(self._content(one.text).known for one in self.wordings[number]))
        forms = [one.logical_form for one in self._reader.clauses(text) if one.logical_form]
        places = tuple(place for form in forms for place in form.adjuncts)
        return any(
            self._reader.says_when(word)
            or (not self._may_go_without_saying(word) and any(place.endswith(word) for place in places))
            for word in self._lacking(self._content(text).words, held)
        )

    def asks_the_same(self, one: str, other: str) -> bool:
        """Return whether two texts ask the same, in words that each other has."""
        mine, theirs = self._content(one), self._content(other)
        alike = _is_alike(mine, theirs) and _is_alike(theirs, mine)
        plain = self._lacking(mine.plain, theirs.known) or self._lacking(theirs.plain, mine.known)
        return (
            alike
            and not plain
            and not self.distance(one, other)
            and not self._reader.are_contrary(one, other)
        )

    def are_contrary(self, one: str, other: str) -> bool:
        """Return whether two texts differ in no more than words that exclude each other."""
        return self._reader.are_contrary(one, other) and self.distance(one, other) <= _CONTRARY

    def _differs_in_plain(self, unheld: frozenset[str], asked: Content, said: Content) -> bool:
        """Return whether each has general words that the other lacks; of keywords, one is enough."""
        added = self._lacking(said.plain, asked.known)
        return bool(unheld or added) if asked.guards is None else bool(unheld and added)

    def distance(self, text: str, wording: str) -> int:
        """Return the number of words that carry weight and that only one of two texts has."""
        asked, said = self._content(text), self._content(wording)
        return len(self._lacking(asked.words, said.known)) + len(self._lacking(said.words, asked.known))

    def _may_go_without_saying(self, word: str) -> bool:
        """Return whether every player knows of a word; who is meant must always be said."""
        return not is_member(word) and self._ruling_index.disclosure.is_public(word)

    def _lacking(self, words: Collection[str], held: frozenset[str]) -> frozenset[str]:
        """Return those of some words that are not held: by the word, a synonym or one of its family."""
        return frozenset(word for word in words if word not in held and not self._is_known(word, held))

    def _is_known(self, word: str, held: frozenset[str]) -> bool:
        if is_member(word):
            return any(name <= held for name in self._names[word])
        return self._ruling_index.disclosure.is_among(word, held)

    def _read(self, text: str) -> Content:
        reader, clauses = self._reader, self._reader.clauses(text)
        bare = reader.strip_fillers(text)
        ideas = reader.ideas(bare)
        members = frozenset(name for one in clauses for name in one.members) - {LEFT_OUT}
        names = frozenset[str]().union(*(one for name in members for one in self._names[name]))
        forms = tuple(one.keyword_form for one in clauses if one.keyword_form)
        if forms and len(forms) == len(clauses):
            words = frozenset[str]().union(*(one.words for one in forms))
            guards = frozenset[str]().union(*(one.decisive for one in forms))
        else:
            forms, guards, words = (), None, ideas - names
        words |= frozenset(one for one in ideas if one[0].isdigit() and one != "1")
        weighty = (words - (reader.plain_ideas - _QUALITIES)) or words
        roles = reader.roles(text)
        joins = _JOINS.search(bare) and (len(weighty) > _SHORT or reader.split_loosely(text))
        return Content(
            weighty | members,
            ideas & reader.plain_ideas,
            words | ideas | members | frozenset(filter(str.isdecimal, names)),
            guards,
            forms,
            frozenset(filter(is_member, roles.subjects)),
            bool(joins),
            frozenset(reader.open_kinds(bare)),
            roles.knowing,
            roles.linked,
        )

    @cached_property
    def _names(self) -> Mapping[str, Collection[frozenset[str]]]:
        """Map the symbol of each of the cast to the words of each name that nobody else has."""
        found: dict[str, set[frozenset[str]]] = defaultdict(set)
        for one in self._ruling_index.puzzle.cast:
            for name in (one.name, *one.aliases):
                for symbol in {m for clause in self._reader.clauses(name) for m in clause.members}:
                    found[symbol].add(self._reader.ideas(name))
        owners = Counter(words for names in found.values() for words in names)
        return defaultdict(
            frozenset[frozenset[str]],
            {
                symbol: frozenset(words for words in names if words and owners[words] == 1)
                for symbol, names in found.items()
            },
        )

    @cached_property
    def wordings(self) -> Mapping[int, list[Wording]]:
        """The wordings of each ruling."""
        found: dict[int, list[Wording]] = defaultdict(list)
        for one in self._ruling_index.sentences.wordings:
            found[one.number].append(one)
        return found


def _is_alike(asked: Content, said: Content) -> bool:
    """Return whether a wording restricts nothing else, and gives nobody another part in what is done."""
    if said.guards is None and asked.guards is not None:
        return False
    if _leave_other_open(asked, said):
        return False
    if said.guards and said.guards - (asked.guards or _UNRESTRICTED):
        return False
    if _links_otherwise(asked, said):
        return False
    if len(asked.forms) != 1 or len(said.forms) != 1:
        return True
    [mine], [theirs] = asked.forms, said.forms
    acting, acting_there = (
        {one for one in asked.subjects & said.subjects if _acts(one, form)} for form in (mine, theirs)
    )
    return acting == acting_there and not roles_differ(mine, theirs)


def _links_otherwise(asked: Content, said: Content) -> bool:
    """Return whether a text joins two things that a wording does not, or the wording tells why by itself."""
    return (asked.joins and not said.joins) or (said.linked and not asked.linked)


def _in_another_order(one: Content, other: Content) -> bool:
    """Return whether what two texts share comes in another order, so that others may do it to others."""
    if len(one.forms) != 1 or len(other.forms) != 1:
        return False
    return in_another_order(one.forms[0], other.forms[0])


def _leave_other_open(one: Content, other: Content) -> bool:
    """Return whether each leaves something open that the other does not: somebody is not something."""
    return bool(one.open - other.open and other.open - one.open)


def _acts(subject: str, form: KeywordForm) -> bool:
    """Return whether what a sentence begins with does what is done, or else has it done to them."""
    return form.members[:1] == (subject,)
