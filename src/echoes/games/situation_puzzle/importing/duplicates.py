"""Stories that are there already, in the same words or in others.

The same words are found by a digest. Another wording is found among the stories that share most words with
it, then compared word by word, where a word near in meaning counts in part, and a word counts for more that
is rare in any text and that few stories hold. Stories on common matters are somewhat like many others, so
two tellings must be more alike than each is like its other neighbours (cross-domain similarity local
scaling, Conneau et al. 2018). All of it is computed in whole numbers, and the work for one story does not
grow with the number of stories.
"""

import hashlib
import math
import re
import unicodedata
from array import array
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from echoes.core.text.plain_text import simplified
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.language.readers import reader_for
from echoes.language.words import DIMENSION, word_vectors

_UNIT = 1000
_FAR = 300
"""The cosine in thousandths under which two words have nothing in common."""
_STANDS_OUT = {"en": 230, "zh": 200}
"""How much more alike two tellings of one story are than each is like its neighbours, added up, by language:
words are nearer to each other in English."""
_NEIGHBOURS = 5
"""The neighbours behind the nearest one that count."""
_USUAL = 160
"""The similarity of such a neighbour, where there are too few stories to know."""
_OTHER_STORIES = 30
"""Stories without any word in common with others, counted in: of a few, all words would be common ones."""
_UNSAID = 12_000
"""The weight of what a telling may have left unsaid, so that a few words in common prove little."""
_FEWEST_IDEAS = 4
"""Stories of fewer words are compared by their very words only."""
_EDITED = 800
"""The least similarity of a story and its edit, where neither statement nor answer stayed as it was."""
_BEGINNING, _FAMILY = 5, 800
"""The letters that words of one family share, and the nearness of such words."""
_CANDIDATES = 12
_POSTINGS = 4000
"""The most entries of the index that are looked at for one story."""
_MOST_IDEAS = 160
"""The ideas of a story that are compared; those of a dossier beyond them are left out."""
_AT_HAND = 500
"""The stories whose vectors are kept."""
_WORDS = re.compile(r"[\W_]+")

Weigh = Callable[[str], int]
"""The weight of a word in a comparison."""


def _alike(_: str) -> int:
    return 1


@dataclass(frozen=True)
class Twin:
    """A story that is there already.

    Attributes:
        similarity: of the two tellings, in per cent; 100 for the same words.
    """

    puzzle: Puzzle
    similarity: int

    @property
    def exact(self) -> bool:
        """Return whether it is told in the same words."""
        return self.similarity == 100


class Story:
    """A puzzle as it is compared."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    @cached_property
    def digests(self) -> tuple[bytes, bytes]:
        """The digests of statement and answer, without case, punctuation, spacing and kind of characters."""
        return digest_of(self.puzzle.statement), digest_of(self.puzzle.answer)

    @cached_property
    def ideas(self) -> Sequence[str]:
        """The words of statement and answer that carry meaning."""
        return sorted({*self._ideas(self.puzzle.statement), *self._answer})

    @cached_property
    def in_answer(self) -> NDArray[np.bool_]:
        """Tell of each idea whether the answer has it."""
        return np.array([idea in self._answer for idea in self.ideas], dtype=bool)

    @property
    def vectors(self) -> NDArray[np.int16]:
        """The vector of each idea, of whole numbers; nothing for one that is not known."""
        return _compared(self)[0]

    @property
    def words(self) -> NDArray[np.str_]:
        """The ideas."""
        return _compared(self)[1]

    @property
    def beginnings(self) -> NDArray[np.str_]:
        """The beginnings of the ideas; words of one family share theirs, such as burglar and burgle."""
        return _compared(self)[2]

    @cached_property
    def _answer(self) -> frozenset[str]:
        return frozenset(self._ideas(self.puzzle.answer))

    def _ideas(self, text: str) -> list[str]:
        reader = reader_for(self.puzzle.language)
        return sorted(reader.ideas(text[: _MOST_IDEAS * 20]) - reader.plain_ideas)[:_MOST_IDEAS]


@lru_cache(maxsize=_AT_HAND)
def _compared(story: Story) -> tuple[NDArray[np.int16], NDArray[np.str_], NDArray[np.str_]]:
    """Return vectors, words and beginnings of a story's ideas; kept for all, they would fill the memory."""
    known = word_vectors(story.puzzle.language)
    nothing = np.zeros(DIMENSION, dtype=np.int32)
    found = [vector if (vector := known.of(idea)) is not None else nothing for idea in story.ideas]
    words = np.array(story.ideas)
    return np.array(found, dtype=np.int16), words, words.astype(f"<U{_BEGINNING}")


class StoryIndex:
    """The stories of one language; what was added last is found too.

    Args:
        language: `en` or `zh`.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self._exact: dict[tuple[bytes, bytes], Puzzle] = {}
        self._waiting: list[Story] = []
        self._stories: list[Story] = []
        self._sizes = array("i")
        self._postings: dict[str, array[int]] = defaultdict(lambda: array("i"))
        self._weights: dict[str, int] = {}

    def add(self, puzzle: Puzzle) -> None:
        """Add a story."""
        story = Story(puzzle)
        self._exact.setdefault(story.digests, puzzle)
        self._waiting.append(story)

    def find(self, puzzle: Puzzle) -> Twin | None:
        """Return the story that a puzzle tells once more, in the same words before others."""
        story = Story(puzzle)
        if same := self._exact.get(story.digests):
            return Twin(same, 100)
        self._index_waiting()
        near = self._near(story)
        if not near:
            return None
        alike, number = near[0]
        other = self._stories[number]
        if 2 * alike - _crowd(near) - _crowd(self._near(other)) < _STANDS_OUT[self._language]:
            return None
        return Twin(other.puzzle, min(99, alike // 10))

    def _near(self, story: Story) -> list[tuple[int, int]]:
        """Return the similarities to the stories most like one, with their numbers, the nearest first."""
        numbers = [number for number in self._candidates(story) if self._stories[number] is not story]
        others = [self._stories[number] for number in numbers]
        found = zip(similarities_of(story, others, self._weight, _UNSAID), numbers, strict=True)
        return sorted(found, key=lambda one: (-one[0], one[1]))

    def _index_waiting(self) -> None:
        for story in self._waiting:
            for idea in story.ideas:
                self._postings[idea].append(len(self._stories))
            self._stories.append(story)
            self._sizes.append(len(story.ideas))
            self._weights.clear()
        self._waiting.clear()

    def _weight(self, idea: str) -> int:
        """Return the weight of a word: how rare it is in any text, times how rare it is in these stories."""
        weight = self._weights.get(idea)
        if weight is None:
            held = len(self._postings.get(idea, ()))
            rare_here = math.log(1 + (_OTHER_STORIES + len(self._stories)) / (1 + held))
            weight = round(10 * word_vectors(self._language).tells(idea) * rare_here)
            self._weights[idea] = weight
        return weight

    def _candidates(self, story: Story) -> list[int]:
        """Return the stories that share most words with one, rare words looked up first."""
        looked_up: list[str] = []
        looked_at = 0
        for idea in sorted(story.ideas, key=lambda idea: (len(self._postings.get(idea, ())), idea)):
            looked_at += len(self._postings.get(idea, ()))
            if looked_at > _POSTINGS:
                break
            if idea in self._postings:
                looked_up.append(idea)
        if not looked_up:
            return []
        found = [np.frombuffer(self._postings[idea], dtype=np.intc) for idea in looked_up]
        numbers, places = np.unique(np.concatenate(found), return_inverse=True)
        weights = np.repeat([self._weight(idea) for idea in looked_up], [len(postings) for postings in found])
        shared = np.bincount(places, weights).astype(np.int64)
        sizes = len(story.ideas) + np.frombuffer(self._sizes, dtype=np.intc)[numbers]
        order = np.lexsort((numbers, -shared // sizes))[:_CANDIDATES]
        return numbers[order].tolist()


def _crowd(near: Sequence[tuple[int, int]]) -> int:
    """Return the likeness of a story's neighbours behind the nearest, which may tell the same."""
    neighbours = [alike for alike, _ in near[1 : 1 + _NEIGHBOURS]]
    return (sum(neighbours) + _USUAL * (_NEIGHBOURS - len(neighbours))) // _NEIGHBOURS


def same_story(one: Puzzle, other: Puzzle) -> bool:
    """Return whether two puzzles tell one story, so that one may be an edit of the other."""
    first, second = Story(one), Story(other)
    if any(mine == theirs for mine, theirs in zip(first.digests, second.digests, strict=True)):
        return True
    return one.language == other.language and similarities_of(first, [second])[0] >= _EDITED


def similarities_of(one: Story, others: Sequence[Story], weigh: Weigh = _alike, unsaid: int = 0) -> list[int]:
    """Return the similarity of a story to each of others, in thousandths; 0 where there is too little.

    The answers count for half: the same surface may hide another truth.

    Args:
        one, others: the stories.
        weigh: the weight of each word.
        unsaid: the weight of what each may have left unsaid.
    """
    if len(one.ideas) < _FEWEST_IDEAS:
        return [0] * len(others)
    told = [other for other in others if len(other.ideas) >= _FEWEST_IDEAS]
    found = iter(_similarities(one, told, weigh, unsaid) if told else ())
    return [next(found) if len(other.ideas) >= _FEWEST_IDEAS else 0 for other in others]


def _similarities(one: Story, others: Sequence[Story], weigh: Weigh, unsaid: int) -> list[int]:
    words = np.concatenate([other.words for other in others])
    beginnings = np.concatenate([other.beginnings for other in others])
    starts = np.cumsum([0, *(len(other.ideas) for other in others[:-1])])
    vectors = np.concatenate([other.vectors for other in others]).astype(np.float64)
    near = _nearness(one.vectors.astype(np.float64), vectors)
    family = one.beginnings[:, None] == beginnings
    near[family] = np.maximum(near[family], _FAMILY)
    near[one.words[:, None] == words] = _UNIT
    ours = np.array([weigh(idea) for idea in one.ideas])
    theirs = np.array([weigh(idea) for other in others for idea in other.ideas])
    mine, its = one.in_answer, np.concatenate([other.in_answer for other in others])
    answers = _shared(near[mine] * its, ours[mine], theirs * its, starts, unsaid)
    return ((_shared(near, ours, theirs, starts, unsaid) + answers) // 2).tolist()


def digest_of(text: str) -> bytes:
    """Return a digest of a text that is the same for any case, punctuation, spacing and characters."""
    plain = _WORDS.sub("", unicodedata.normalize("NFKC", text).casefold())
    return hashlib.sha256(simplified(plain).encode()).digest()


def _shared(
    near: NDArray[np.int64],
    ours: NDArray[np.int64],
    theirs: NDArray[np.int64],
    starts: NDArray[np.int64],
    unsaid: int,
) -> NDArray[np.int64]:
    """Return the overlap of a set of words with each of others, in thousandths.

    Args:
        near: the nearness of their words, (ours, all of theirs).
        ours, theirs: the weights of the words.
        starts: where each of the other sets begins.
        unsaid: the weight of what either may have left unsaid.
    """
    both = ours @ np.maximum.reduceat(near, starts, axis=1)
    both += np.add.reduceat(near.max(axis=0, initial=0) * theirs, starts)
    return both // np.maximum(1, ours.sum() + np.add.reduceat(theirs, starts) + 2 * unsaid)


def _nearness(ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the nearness of words, (ours, theirs), in thousandths; products of whole numbers are exact."""
    squares = np.square(ours).sum(axis=1)[:, None] * np.square(theirs).sum(axis=1)[None]
    squares[squares == 0] = 1
    cosines = np.rint(ours @ theirs.T / np.sqrt(squares) * _UNIT).astype(np.int64)
    return np.clip((cosines - _FAR) * _UNIT // (_UNIT - _FAR), 0, _UNIT)
