"""The ideas of which a message for the game is made: whoever says nothing beside them speaks of no story.

A message that fits no pattern is for the game where its words are those of the game, and such as say
nothing by themselves, and where it is addressed: it speaks of "I" or "you", gives an order, or asks for
what yes or no can't answer. What it wants follows from the strongest idea in it. With a few other words,
one that begins with the player and speaks of nobody else may be for the game.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

IDEAS = (
    "review", "giveup", "solution", "restart", "standing", "hint", "help", "stuck", "guidance", "telling",
)  # fmt: skip
"""Ideas, the strongest first.

`review` is another look at a ruling, `standing` whether the game is over, `guidance` help with the case,
`telling` that somebody tells something.
"""

_CLASS, _OPTIONAL = re.compile(r"\[[^]]*\]"), re.compile(r"(\[[^]]*\]|.)\?")
_UNKNOWN, _SELF = re.compile(r"[^\s,?]+"), "?"


@dataclass(frozen=True)
class GameVocabulary:
    """The words of one language for the game.

    Attributes:
        ideas: by idea, words and idioms, with bars between; `hint`: a hint in so many words.
        selves: words for the player; `hearers`: for who is spoken to.
        others: words for somebody else, or for what has happened: about the story.
        plain: words that say nothing by themselves.
        supposes: how a player says what they think of the story.
        orders: how a message that gives an order, or names what is wanted, begins.
        open_questions: what asks for more than yes or no.
        not_now: what asks about hints, such as how many, rather than for one.
        refused: what says that no hint is wanted, or that nobody gives up.
        spare: the most words (or letters) that a message about the player may have beside those.
        drops_subjects: whether whoever speaks may leave out "I", and spaces between words, too.
    """

    ideas: Mapping[str, str]
    selves: str
    hearers: str
    others: str
    plain: str
    supposes: re.Pattern[str]
    orders: re.Pattern[str]
    open_questions: re.Pattern[str]
    not_now: re.Pattern[str]
    refused: re.Pattern[str]
    spare: int
    drops_subjects: bool = False

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Any word that is known, each of a group that names its idea; the longest of an idea first."""
        words = {"others": self.others, **{idea: self.ideas[idea] for idea in IDEAS}}
        words |= {"selves": self.selves, "hearers": self.hearers, "plain": self.plain}
        groups = "|".join(f"(?P<{label}>{_longest_first(those)})" for label, those in words.items())
        return re.compile(groups if self.drops_subjects else rf"(?<![\w'])(?:{groups})(?![\w'])")

    def read(self, clause: str) -> tuple[str, bool] | None:
        """Return the idea of a clause for the game, and whether it is certain; None for any other clause.

        The idea is empty where the clause has words that say nothing by themselves, and no other.

        Args:
            clause: in lower case, without fillers and marks.
        """
        found = [match.lastgroup or "" for match in self._pattern.finditer(clause)]
        rest = self._pattern.sub(lambda match: _SELF if match.lastgroup == "selves" else " ", clause)
        unknown = [_UNKNOWN.findall(part) for part in rest.split(_SELF)]
        left = sum(len("".join(words)) if self.drops_subjects else len(words) for words in unknown)
        idea = next((one for one in IDEAS if one in found), "")
        if "others" in found:
            return None
        if left:
            about_player = "selves" in found and not unknown[0] and not self.supposes.search(clause)
            asks_on = about_player and left <= self.spare and idea != "telling"
            return (idea or "stuck", False) if asks_on else None
        addressed = not {"selves", "hearers"}.isdisjoint(found)
        if idea == "standing":  # the story may be over, too
            return None if self.open_questions.search(clause) else (idea, False)
        if not idea or (idea == "telling" and not addressed):
            return "", True
        addressed = addressed or bool(self.orders.match(clause) or self.open_questions.search(clause))
        if addressed or idea == "giveup" or (self.drops_subjects and idea == "stuck"):
            return self._meant(idea, clause), True
        return (idea, False) if idea == "hint" and self.not_now.search(clause) else None

    def subjects(self, text: str) -> frozenset[str]:
        """Return of what a text speaks: the `players` of the game, the `game`, `others`.

        Who says what they suppose speaks of others, and not of themselves.
        """
        found = {match.lastgroup for match in self._pattern.finditer(text)}
        supposed, game = bool(self.supposes.search(text)), not found.isdisjoint(IDEAS)
        players = not found.isdisjoint({"selves", "hearers"}) and not supposed
        others = "others" in found or (supposed and not game)
        speaks_of = {"players": players, "game": game, "others": others}
        return frozenset(subject for subject, is_spoken_of in speaks_of.items() if is_spoken_of)

    def _meant(self, idea: str, clause: str) -> str:
        """Return the idea that a clause wants, where it is not a hint that it asks for but about hints."""
        return "guidance" if idea == "hint" and self.not_now.search(clause) else idea


def listed_words(listed: str) -> list[str]:
    """Return the words of a list with a bar between each two."""
    return [word.strip() for word in listed.split("|")]


def _longest_first(words: str) -> str:
    """Return a pattern for any of some words; one with a letter that may be missing is two words."""
    spelled = [one for word in listed_words(words) for one in _spellings(word)]
    return "|".join(sorted(spelled, key=lambda word: (-len(_CLASS.sub("x", word)), word)))


def _spellings(word: str) -> list[str]:
    if not (found := _OPTIONAL.search(word)):
        return [word]
    without, with_it = word[: found.start()], word[: found.start()] + found[1]
    return [one for start in (with_it, without) for one in _spellings(start + word[found.end() :])]
