"""Matching of free words against the wordings of what can be meant: topics, acts, places, things.

Each candidate has wordings. A wording is found whole where all of its ideas are in the message. Shared ideas
count by how few candidates have them. What is clearly ahead is taken; what is close is asked back.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from echoes.games.story.pack.schema import StoryPack
from echoes.games.version_cache import VersionCache
from echoes.language.readers import reader_for
from echoes.language.speech_act import plain_message
from echoes.language.speech_acts import read_speech_act

_AHEAD, _CERTAIN, _POSSIBLE, _WHOLE = 0.75, 0.9, 0.3, 0.5
_LONGEST_CUE = 8
_LENGTH_OF_WORDS = 2
"""The length of most Chinese words."""
_WEAK = 0.15
_WEAK_IDEAS = frozenset(
    "go take get put look see say tell ask know have make let come give keep want think thing person back "
    "去 拿 看 看看 说 问 有 要 来 到 走 做 事 人 东西 知道 告诉 想 让 给 在 放 自己 里面 里头 "
    "那个 这个".split()
)
"""Ideas so general that they mean nothing alone."""
_ONE_ALONE = re.compile(r".(?:[ ,.?!;:。的了被为怎什谁哪是在有没不会要能开停走到]|$)")
"""A character that is no part of a longer word, as in 船的事: 船主 and 船友 are people."""

_TO_A_PLACE = re.compile(
    r"(?:\b(?:to|the|a|an|back|in|into|inside|up|down|over|out|on|onto|at|again|now|then|please|right|straight)\b|"
    r"[去回到走进往上下里来吧了再那这儿先请]|[^\w?])*"
)
"""The words that may stand around the name of a place: not "the room above" it."""


@dataclass(frozen=True)
class ComparedWording:
    """A wording as what is compared of it."""

    text: str
    ideas: frozenset[str]


@dataclass(frozen=True)
class Matches:
    """The meanings that a message may have, the best first.

    Attributes:
        leading: the candidates that are as good as the best, or nearly.
        is_certain: whether the first is the only one, and enough of it was said.
        score: of the best.
        ideas_said: how many ideas the longest wording of the first has that was said whole; 0 if none was.
    """

    leading: Sequence[str] = ()
    is_certain: bool = False
    score: float = 0.0
    ideas_said: int = 0

    @property
    def is_whole(self) -> bool:
        """Return whether a wording of the first was said whole."""
        return self.ideas_said > 0


class WordingMatcher:
    """The wordings of a story in one language; made once for each version of it.

    Args:
        story: the story.

    Attributes:
        language: of the story.
        names: of each character, the name and the aliases.
        aliases: whose each of these is, in one case and width, the longest first.
        people: a pattern of all of them.
    """

    def __init__(self, story: StoryPack) -> None:
        self.language = story.language
        self.names = {who: (one.name, *one.wordings) for who, one in story.cast.items()}
        whose = {plain_message(alias): who for who, each in self.names.items() for alias in each}
        self.aliases = {alias: whose[alias] for alias in sorted(whose, key=len, reverse=True)}
        self.people = "|".join(map(re.escape, self.aliases))
        texts: dict[str, Sequence[str]] = {}
        texts |= {f"topic:{key}": (one.title, *one.wordings) for key, one in story.secrets.items()}
        texts |= {f"topic:{key}": (one.title, *one.wordings) for key, one in story.questions.items()}
        texts |= {f"topic:{key}": (one.name, *one.wordings) for key, one in story.things.items()}
        texts |= {
            f"do:{key}": (one.label, *one.wordings) for key, one in story.acts.items() if one.kind == "do"
        }
        texts |= {f"go:{key}": (one.name, *one.wordings) for key, one in story.places.items()}
        self._wordings = {key: [self._wording(text) for text in each] for key, each in texts.items()}
        self._wordings |= {
            f"topic:{who}": [ComparedWording("", frozenset({f"@{who}"}))] for who in story.cast
        }
        carriers = Counter(
            idea
            for key, each in self._wordings.items()
            if not key.startswith("go:")
            for idea in {idea for one in each for idea in one.ideas}
        )
        self._weights = {
            idea: _WEAK if idea in _WEAK_IDEAS else 1 / count for idea, count in carriers.items()
        }

    def _wording(self, text: str) -> ComparedWording:
        act = read_speech_act(self.language, text, self.names)
        people = {f"@{who}" for who in (*act.addressees, *act.mentioned)}
        return ComparedWording(plain_message(text), self._ideas(self.nameless(text)) | people)

    def nameless(self, text: str) -> str:
        """Return a text without the names of the characters, in one case and width."""
        plain = plain_message(text)
        for alias in self.aliases:
            plain = plain.replace(alias, " ")
        return plain

    def _ideas(self, text: str) -> frozenset[str]:
        return frozenset(reader_for(self.language).ideas(text))

    def match(self, text: str, people: Iterable[str], candidates: Sequence[str]) -> Matches:
        """Return the candidates that a text may mean.

        Args:
            text: without names.
            people: who is named in it.
            candidates: keys such as `topic:letter`, `do:knock`, `go:kitchen`.
        """
        plain = plain_message(text)
        ideas = self._ideas(text) | {f"@{who}" for who in people}
        scores = {key: self._score(key, plain, ideas) for key in candidates}
        best = max((score for score, _ in scores.values()), default=0.0)
        if best < _POSSIBLE:
            return Matches()
        leading = [key for key in candidates if scores[key][0] >= best * _AHEAD]
        leading.sort(key=lambda key: -scores[key][0])
        score, whole = scores[leading[0]]
        return Matches(leading, len(leading) == 1 and (whole > 0 or score >= _CERTAIN), best, whole)

    def exactly(self, text: str, found: Matches) -> Matches:
        """Return the matches of a text, or of them the only one of which it is a wording word for word."""
        plain = plain_message(text)
        said = {
            key: longest
            for key in found.leading
            if (
                longest := max(
                    (one for one in self.texts_of(key) if _has_words(plain, one)), key=len, default=""
                )
            )
        }
        others = "\n".join(said.values())
        exact = [
            key
            for key, longest in said.items()
            if others.count(longest) == 1 and _TO_A_PLACE.fullmatch(plain.replace(longest, "", 1))
        ]
        return Matches(exact, True, found.score, found.ideas_said or 1) if len(exact) == 1 else found

    def alike(self, text: str, candidates: Sequence[str]) -> list[str]:
        """Return the candidates with Chinese words that share a character with the one word of a text.

        These may name the same, as 封蜡 and 封口 do, where more than one has that character: 火炉 is no 火漆.
        """
        ideas = self.strong_ideas(text)
        [said] = ideas if len(ideas) == 1 else [""]
        if len(said) != _LENGTH_OF_WORDS or said.isascii():
            return []
        return [
            key
            for key in candidates
            if any(
                sum(len(one) == len(said) and character in one for one in self.texts_of(key)) > 1
                for character in said
            )
        ]

    def ideas_of(self, key: str) -> frozenset[str]:
        """Return the ideas of all wordings of a candidate."""
        return frozenset(idea for wording in self._wordings[key] for idea in wording.ideas)

    def texts_of(self, key: str) -> Sequence[str]:
        """Return the wordings of a candidate, in one case and width."""
        return [wording.text for wording in self._wordings[key]]

    def texts_said(self, text: str, key: str) -> Sequence[str]:
        """Return the wordings of a candidate, names aside, that were said whole."""
        plain, ideas = plain_message(text), self._ideas(self.nameless(text))
        return [
            one.text
            for one in self._wordings[key]
            if one.text in plain or {idea for idea in one.ideas if not idea.startswith("@")} <= ideas
        ]

    def begins_with_wording(self, text: str) -> bool:
        """Return whether the first words of a text are an idea of any wording of the story."""
        ideas = self._ideas(text) & self._weights.keys() - _WEAK_IDEAS
        return any(text.startswith(idea) and (len(idea) > 1 or _ONE_ALONE.match(text)) for idea in ideas)

    def strong_ideas(self, text: str) -> frozenset[str]:
        """Return the ideas of a text, names aside, that mean something alone."""
        return self._ideas(self.nameless(text).replace("'s", " ")) - _WEAK_IDEAS

    def weak_ideas(self, text: str) -> frozenset[str]:
        """Return the ideas of a text that mean nothing alone."""
        return self._ideas(self.nameless(text)) & _WEAK_IDEAS

    def means_something(self, ideas: frozenset[str]) -> bool:
        """Return whether any of some ideas stands in the wordings of the story."""
        return not ideas.isdisjoint(self._weights)

    def names_nobody_else(self, text: str, people: Iterable[str], key: str) -> bool:
        """Return whether who is named in a text is named in a wording of a candidate that was said whole."""
        named = {f"@{who}" for who in people}
        ideas = self._ideas(text) | named
        return not named or any(
            named <= wording.ideas <= ideas for wording in self._wordings[key] if wording.ideas
        )

    def says_more(self, text: str, key: str) -> bool:
        """Return whether a text has a strong idea that no wording of a candidate has."""
        return bool(self._ideas(text) - self.ideas_of(key) - _WEAK_IDEAS)

    def says_something(self, text: str) -> bool:
        """Return whether a text has an idea that means something alone."""
        return bool(self._ideas(text) - _WEAK_IDEAS)

    def _score(self, key: str, plain: str, ideas: frozenset[str]) -> tuple[float, int]:
        """Return the share of a candidate that was said, and the ideas of its longest wording said whole."""
        shared: set[str] = set()
        whole = 0
        for wording in self._wordings[key]:
            common = wording.ideas & ideas
            shared |= common
            cue = self.language == "zh" and 1 < len(wording.text) < _LONGEST_CUE and wording.text in plain
            strong = len(wording.ideas - _WEAK_IDEAS)
            if cue or (strong and common == wording.ideas) or (wording.text and wording.text == plain):
                shared |= wording.ideas
                whole = max(whole, strong or 1)
        score = math.fsum(self._weights.get(idea, 1.0) for idea in shared)  # in whatever order a set has
        return score + whole * _WHOLE, whole


def _has_words(plain: str, wording: str) -> bool:
    """Return whether a text has a wording word for word; in Chinese, where no spaces part words, in it."""
    part = rf"(?<![a-z]){re.escape(wording)}(?![a-z])"
    return bool(wording) and bool(re.search(part, plain))


_MOST_MATCHERS = 16
_MATCHERS = VersionCache(WordingMatcher, _MOST_MATCHERS)


def matcher_of(story: StoryPack) -> WordingMatcher:
    """Return the matcher of a story, made once for each version and language."""
    return _MATCHERS.of(story)
