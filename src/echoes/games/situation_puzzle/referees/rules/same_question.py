"""Comparison of questions with authored wordings: whether one asks what the other does, or more.

Neither similarity nor the ranker's probability tells "to help him" from "to report him". So a wording stands
for a question only where every word that carries weight in one of them is held by the other, where both
restrict and deny alike, and where the same do the same to the same. Where the question says more, a ruling
may still carry over: a NO to less is a NO to more. A wording that says more would tell what was not asked.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache

from echoes.games.situation_puzzle.referees.rules.known_sentences import Wording
from echoes.games.situation_puzzle.referees.rules.question_content import (
    Content,
    compares,
    do_otherwise,
    is_alike,
    leave_other_open,
    links_otherwise,
)
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex
from echoes.games.situation_puzzle.referees.rules.similarity import is_of_another_time
from echoes.language.roles import PRONOUNS
from echoes.language.symbols import LEFT_OUT, is_member

_CACHED = 4096
_JOINS = re.compile(r"\b(?:and|or|but|both|nor)\b|,|，|[和跟与].*都|或|而且|并且|但")
_CONTRARY = 2
"""The most words of weight in which contraries differ: each has its own."""
_QUALITIES = frozenset(
    """
    good bad big large small little new old long short next previous early late
    大 小 好 坏 多 少 长 短 新 旧 老 早 晚
    """.split()
)
"""General words that decide what is asked, though they give nothing away."""
_SHORT = 2
"""The most words of weight in a question whose commas join nothing: "so, the bell, broken?"."""

HOLD_FOR_MORE = frozenset(("NO", "IRRELEVANT"))
"""The rulings that hold for whatever says more."""
_POSSIBLE = frozenset(("can", "能"))
"""The attitude of whoever asks whether it could be so: it could, where it is."""


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

        Its author says that its wordings mean the same, so each may hold a word for all. What says of how
        many it is so, of what alone, or that it is only wanted or known, has to stand in the wording itself.
        """
        asked, wordings = self._content(text), self.wordings[number]
        said, held = [self._content(one.text) for one in wordings], self._held(number)
        if self._lacking(asked.words, held):
            return []
        ruling = self._ruling_index.puzzle.rulings[number].ruling
        holds = ruling == "YES"
        so = holds and not asked.denies
        granted = _POSSIBLE if so else frozenset[str]()
        guards = [one.guards for one in said if one.guards is not None]
        if asked.guards and guards and asked.guards - granted.union(*guards):
            return []
        unheld, numbers = self._lacking(asked.plain, held), [*filter(str.isdecimal, asked.words)]
        return [
            one
            for one, content in zip(wordings, said, strict=True)
            if not self._lacking(content.words, asked.known)
            and asked.scopes <= content.scopes | granted
            and not self._lacking(numbers, content.known)
            and not self._differs_in_plain(unheld, asked, content)
            and is_alike(asked, content)
            and not (holds and self._only_asks_whether_there_is(asked, content))
            and not self._gives_to_another(asked, content)
            and not any(
                is_of_another_time(mine, theirs, ruling) for mine in asked.forms for theirs in content.forms
            )
            and not self._reader.are_contrary(text, one.text)
        ]

    def _only_asks_whether_there_is(self, asked: Content, said: Content) -> bool:
        """Return whether a wording asks only whether something is there, and a text says more of it."""
        existing, more = (
            bool(one.forms) and all(form.guards[:1] == ("exist",) for form in one.forms)
            for one in (said, asked)
        )
        return existing and not more and bool(self._lacking(asked.words, said.known))

    def _gives_to_another(self, asked: Content, said: Content) -> bool:
        """Return whether a thing that both name has another owner in one: people's shadow, the pillar's."""
        owners = dict(said.owned)
        return any(
            thing in owners and self._lacking((owner,), frozenset((owners[thing],)))
            for thing, owner in asked.owned
        )

    def carries_over(self, text: str, wording: str) -> bool:
        """Return whether what holds for more is so of a text that says all that a wording says.

        Args:
            text: the player's question.
            wording: the authored question.
        """
        asked, said = self._content(text), self._content(wording)
        numbers = frozenset(one for one in asked.words | said.words if one[0].isdigit())
        if asked.denies != said.denies or asked.attitudes != said.attitudes or said.scopes - asked.scopes:
            return False
        if numbers and (asked.scopes != said.scopes or self._lacking(numbers & asked.words, said.known)):
            return False
        if asked.knowing != said.knowing or asked.spoken != said.spoken or links_otherwise(asked, said):
            return False
        if leave_other_open(asked, said) or do_otherwise(asked, said) or compares(asked, said):
            return False
        if self._reader.are_contrary(text, wording) or self._lacking(said.words, asked.known):
            return False
        return not self._differs_in_plain(self._lacking(asked.plain, said.known), asked, said)

    def says_more(self, text: str, number: int) -> bool:
        """Return whether a text says anything that no wording of a ruling does, if only when or where.

        What the statement tells, such as a place, need not be that of what is asked.
        """
        content = self._content(text)
        times = frozenset(filter(self._reader.says_when, content.known))
        return bool(self._lacking(content.words | times, self._held(number)))

    def _held(self, number: int) -> frozenset[str]:
        """Return the ideas that any wording of a ruling holds."""
        return frozenset[str]().union(*(self._content(one.text).known for one in self.wordings[number]))

    def asks_the_same(self, one: str, other: str) -> bool:
        """Return whether two texts ask the same, in words that each other has."""
        mine, theirs = self._content(one), self._content(other)
        alike = is_alike(mine, theirs) and is_alike(theirs, mine)
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
            roles.doers,
            bool(joins),
            frozenset(reader.open_kinds(bare)),
            roles.knowing,
            roles.linked,
            self._ruling_index.speaks_of_speakers(text),
            frozenset((thing, owner) for thing, owner in roles.owned if owner not in PRONOUNS),
            roles.others,
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
