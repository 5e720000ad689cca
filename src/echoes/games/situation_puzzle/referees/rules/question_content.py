"""The parts of a sentence that decide what it asks, and how those of two sentences stand to each other."""

from dataclasses import dataclass
from functools import cached_property

from echoes.games.situation_puzzle.referees.rules.similarity import (
    in_another_order,
    roles_differ,
    turns_voice,
)
from echoes.language.keyword_form import KeywordForm
from echoes.language.symbols import LEFT_OUT

_UNRESTRICTED = frozenset(("negated 0",))
_MATTERS = frozenset(("matter", "matter that"))
"""The frames of a sentence that asks what is important, and not what is so."""


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
        doers: those by whom something is said to be done.
        joins: whether it joins two things.
        open: the kinds of what it leaves open, such as `person` or `thing`.
        knowing: whether it tells of what somebody knows or believes.
        linked: whether it tells of a cause or a condition.
        spoken: whether it speaks of the player or the referee.
        owned: things, each with its owner, a symbol of the cast or a word.
        others: what stands where nobody does anything.
    """

    words: frozenset[str]
    plain: frozenset[str]
    known: frozenset[str]
    guards: frozenset[str] | None
    forms: tuple[KeywordForm, ...]
    doers: frozenset[str]
    joins: bool
    open: frozenset[str]
    knowing: bool
    linked: bool
    spoken: bool
    owned: frozenset[tuple[str, str]]
    others: frozenset[str]

    @cached_property
    def attitudes(self) -> frozenset[str]:
        """Return the attitudes to what it tells: what is not done may be wanted, feigned or refused."""
        return frozenset[str]().union(*(one.attitudes for one in self.forms)) & (self.guards or set())

    @cached_property
    def behind(self) -> frozenset[str]:
        """Return the words behind prepositions: none of them is what something is done to."""
        return frozenset(word for one in self.forms for word, tie in one.ties if tie not in ("of", "by"))

    @cached_property
    def scopes(self) -> frozenset[str]:
        """Return its attitudes, what says of how many or of what alone it is so, and whether that matters."""
        restrictions = frozenset[str]().union(_MATTERS, *(one.restrictions for one in self.forms))
        return self.attitudes | (restrictions & (self.guards or set()))

    @property
    def denies(self) -> bool:
        """Return whether a negation is left that no other cancels."""
        return "negated 1" in (self.guards or ())


def is_alike(asked: Content, said: Content) -> bool:
    """Return whether a wording restricts nothing else, and gives nobody another part in what is done."""
    if said.guards is None and asked.guards is not None:
        return False
    if leave_other_open(asked, said) or asked.spoken != said.spoken:
        return False
    if said.guards and said.guards - (asked.guards or _UNRESTRICTED):
        return False
    if links_otherwise(asked, said) or (
        asked.forms and (said.behind - asked.behind - asked.others) & asked.words
    ):
        return False  # who takes something for clothes takes no clothes
    if len(asked.forms) != 1 or len(said.forms) != 1:
        return True
    [mine], [theirs] = asked.forms, said.forms
    if LEFT_OUT in mine.members[1:] and len(mine.members) > len(theirs.members):
        return False  # it names nobody to whom it is done: "Did he rob somebody?", "Is it about a robbery?"
    both = {*mine.members} & {*theirs.members} - {LEFT_OUT}
    acting, acting_there = ({name for name in both if _acts(name, one)} for one in (asked, said))
    return acting == acting_there and not roles_differ(mine, theirs)


def links_otherwise(asked: Content, said: Content) -> bool:
    """Return whether a text joins two things that a wording does not, or the wording tells why by itself."""
    return (asked.joins and not said.joins) or (said.linked and not asked.linked)


def do_otherwise(one: Content, other: Content) -> bool:
    """Return whether what two texts share comes in another order or voice: others may do it to others."""
    if len(one.forms) != 1 or len(other.forms) != 1:
        return False
    [mine], [theirs] = one.forms, other.forms
    return in_another_order(mine, theirs) or turns_voice(mine, theirs)


def compares(asked: Content, said: Content) -> bool:
    """Return whether a text compares two things that a wording only names: "older than the caretaker"."""
    than = ({one for one in each.guards or () if one.startswith("than ")} for each in (asked, said))
    mine, theirs = than
    return bool(mine - theirs)


def leave_other_open(one: Content, other: Content) -> bool:
    """Return whether each leaves something open that the other does not: somebody is not something."""
    return bool(one.open - other.open and other.open - one.open)


def _acts(name: str, content: Content) -> bool:
    """Return whether one of the cast does what is done, as what a sentence begins with or behind "by"."""
    [form] = content.forms
    return form.members[:1] == (name,) and (form.order[:1] == (name,) or name in content.doers)
