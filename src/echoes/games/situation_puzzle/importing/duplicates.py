"""Stories that are there already, in the same words or in others.

The same words are found by a digest. Another wording is found among the stories that share most words with
it, then compared word by word, where a word near in meaning counts in part, and a word that few stories hold
counts for more. All of it is computed in whole numbers, and the work for one story does not grow with the
number of stories.
"""

import hashlib
import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from echoes.games.situation_puzzle.puzzle.field_names import simplified
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.language.readers import reader_for
from echoes.language.words import DIMENSION, word_vectors

_UNIT = 1000
_FAR = 300
"""The cosine in thousandths under which two words have nothing in common."""
_ALIKE = 320
"""The least similarity of two tellings of one story; unrelated stories reach 290."""
_FEWEST_IDEAS = 4
"""Stories of fewer words are compared by their very words only."""
_EDITED = 800
"""The least similarity of a story and its edit, where neither statement nor answer stayed as it was."""
_SHARED = 150
"""The least share of words that two tellings have in common, with no regard to words near in meaning."""
_ANSWERS_ALIKE = 200
"""The least similarity of their answers: the same surface may hide another truth."""
_ANSWER_WITHIN = 700
"""The least share of the shorter answer that stands in the longer one, where that is the same truth in brief;
of unrelated answers it reaches 561."""
_CANDIDATES = 12
_POSTINGS = 4000
"""The most entries of the index that are looked at for one story."""
_MOST_IDEAS = 160
"""The ideas of a story that are compared; those of a dossier beyond them are left out."""
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
        """Tell whether it is told in the same words."""
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
    def answer_ideas(self) -> Sequence[str]:
        """The words of the answer that carry meaning."""
        return self._ideas(self.puzzle.answer)

    @cached_property
    def ideas(self) -> Sequence[str]:
        """The words of statement and answer that carry meaning."""
        return sorted({*self._ideas(self.puzzle.statement), *self.answer_ideas})

    def _ideas(self, text: str) -> list[str]:
        reader = reader_for(self.puzzle.language)
        return sorted(reader.ideas(text[: _MOST_IDEAS * 20]) - reader.plain_ideas)[:_MOST_IDEAS]


class StoryIndex:
    """The stories of one language; what was added last is found too."""

    def __init__(self) -> None:
        self._exact: dict[tuple[bytes, bytes], Puzzle] = {}
        self._waiting: list[Story] = []
        self._stories: list[Story] = []
        self._postings: dict[str, list[int]] = defaultdict(list)

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
        best: tuple[int, int] | None = None
        for number in self._candidates(story):
            alike = similarity_of(story, self._stories[number], self._weight)
            if alike >= _ALIKE and (best is None or alike > best[0]):
                best = alike, number
        return Twin(self._stories[best[1]].puzzle, min(99, best[0] // 10)) if best else None

    def _index_waiting(self) -> None:
        for story in self._waiting:
            for idea in story.ideas:
                self._postings[idea].append(len(self._stories))
            self._stories.append(story)
        self._waiting.clear()

    def _weight(self, idea: str) -> int:
        """Return the inverse document frequency of a word in thousandths."""
        return round(_UNIT * math.log(1 + len(self._stories) / (1 + len(self._postings.get(idea, ())))))

    def _candidates(self, story: Story) -> list[int]:
        """Return the stories that share most words with one, rare words looked up first."""
        shared: Counter[int] = Counter()
        looked_at = 0
        for idea in sorted(story.ideas, key=lambda idea: (len(self._postings.get(idea, ())), idea)):
            found = self._postings.get(idea, ())
            looked_at += len(found)
            if looked_at > _POSTINGS:
                break
            shared.update(found)
        size = len(story.ideas)
        scored = [
            (-_UNIT * both // (size + len(self._stories[number].ideas)), number)
            for number, both in shared.items()
        ]
        return [number for _, number in sorted(scored)[:_CANDIDATES]]


def same_story(one: Puzzle, other: Puzzle) -> bool:
    """Tell whether two puzzles tell one story, so that one may be an edit of the other."""
    first, second = Story(one), Story(other)
    if any(mine == theirs for mine, theirs in zip(first.digests, second.digests, strict=True)):
        return True
    return one.language == other.language and similarity_of(first, second) >= _EDITED


def similarity_of(one: Story, other: Story, weigh: Weigh = _alike) -> int:
    """Return the similarity of two stories in thousandths; 0 where answers differ or there is too little."""
    if min(len(one.ideas), len(other.ideas)) < _FEWEST_IDEAS:
        return 0
    shared = len({*one.ideas} & {*other.ideas})
    if 2 * _UNIT * shared < _SHARED * (len(one.ideas) + len(other.ideas)):
        return 0
    language = one.puzzle.language
    answers, within = _similarity(language, one.answer_ideas, other.answer_ideas, weigh)
    if answers < _ANSWERS_ALIKE and within < _ANSWER_WITHIN:
        return 0
    return _similarity(language, one.ideas, other.ideas, weigh)[0]


def digest_of(text: str) -> bytes:
    """Return a digest of a text that is the same for any case, punctuation, spacing and characters."""
    plain = _WORDS.sub("", unicodedata.normalize("NFKC", text).casefold())
    return hashlib.sha256(simplified(plain).encode()).digest()


def _similarity(language: str, ours: Sequence[str], theirs: Sequence[str], weigh: Weigh) -> tuple[int, int]:
    """Return how much of two sets of words stands in both, and the larger share of one in the other.

    Both are in thousandths.
    """
    if not ours or not theirs:
        return 0, 0
    near = _near(_vectors(language, ours), _vectors(language, theirs))
    columns = {idea: column for column, idea in enumerate(theirs)}
    for row, idea in enumerate(ours):
        if idea in columns:
            near[row, columns[idea]] = _UNIT
    our_weights, their_weights = (np.array([weigh(idea) for idea in ideas]) for ideas in (ours, theirs))
    our_part, their_part = int(near.max(axis=1) @ our_weights), int(near.max(axis=0) @ their_weights)
    our_whole, their_whole = int(our_weights.sum()), int(their_weights.sum())
    within = max(our_part // our_whole, their_part // their_whole)
    return (our_part + their_part) // (our_whole + their_whole), within


def _vectors(language: str, ideas: Sequence[str]) -> NDArray[np.float64]:
    known = word_vectors(language)
    nothing = np.zeros(DIMENSION, dtype=np.int32)
    found = [vector if (vector := known.of(idea)) is not None else nothing for idea in ideas]
    return np.array(found, dtype=np.float64)


def _near(ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the nearness of words, (ours, theirs), in thousandths; products of whole numbers are exact."""
    squares = np.square(ours).sum(axis=1)[:, None] * np.square(theirs).sum(axis=1)[None]
    squares[squares == 0] = 1
    cosines = np.rint(ours @ theirs.T / np.sqrt(squares) * _UNIT).astype(np.int64)
    return np.clip((cosines - _FAR) * _UNIT // (_UNIT - _FAR), 0, _UNIT)
