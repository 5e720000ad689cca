"""The ideas of texts, each with its weight and its vector, for comparing messages with moves."""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from echoes.language.readers import reader_for
from echoes.language.speech_act import SpeechAct, plain_message
from echoes.language.speech_acts import read_speech_act
from echoes.language.stance import Stance, read_stance
from echoes.language.words import DIMENSION, word_vectors

_LEAST, _COMMON = 5, 40
"""The least weight of an idea, and the information of the commonest words, which weigh no more."""
_PERSON = 40
"""The weight of a person who is named."""
_MOST_TEXTS = 4096
UNIT = 1000
Vectors = NDArray[np.float64]
Weights = NDArray[np.int64]


@dataclass(frozen=True)
class WordedText:
    """A text as what is compared of it.

    Attributes:
        plain: in one case and width.
        act: as a speech act; stance: of the speaker to it.
        ideas: in order, of whoever is named `@` and the id; weights: the information of each in hundredths of
            four powers of ten.
        vectors: of the ideas, in whole thousandths of unit length, shape (ideas, 128); zeros for persons.
        of_topic: which ideas are of what is said or done, and not of the verb before it, shape (ideas,).
        people: who is named.
    """

    plain: str
    act: SpeechAct
    stance: Stance
    ideas: tuple[str, ...]
    weights: Weights
    vectors: Vectors
    of_topic: NDArray[np.bool_]
    people: frozenset[str]

    def without_person(self, who: str) -> "WordedText":
        """Return the text without somebody's name."""
        kept = [place for place, idea in enumerate(self.ideas) if idea != f"@{who}"]
        return replace(self._of_ideas(kept), people=self.people - {who})

    def without_ideas(self) -> "WordedText":
        """Return the text as words that only say what is done, and nothing of what."""
        return self._of_ideas([])

    def _of_ideas(self, kept: Sequence[int]) -> "WordedText":
        places = np.array(kept, dtype=np.int64)
        return replace(
            self,
            ideas=tuple(self.ideas[place] for place in kept),
            weights=self.weights[places],
            vectors=self.vectors[places],
            of_topic=self.of_topic[places],
        )


class Lexicon:
    """The texts of a scenario in one language.

    Args:
        language: `en` or `zh`.
        names: of each who may be named, by id.
    """

    def __init__(self, language: str, names: Mapping[str, Sequence[str]]) -> None:
        self.language, self.names = language, names
        aliases = {plain_message(one) for each in names.values() for one in each}
        longest = sorted(filter(None, aliases), key=lambda one: (-len(one), one))
        bounded = [rf"\b{re.escape(one)}\b" if one.isascii() else re.escape(one) for one in longest]
        self._aliases = re.compile("|".join(bounded) or r"(?!)")
        self._texts: dict[tuple[str, str], WordedText] = {}

    def read(self, text: str, hearer: str = "") -> WordedText:
        """Return a text of a move as what is compared of it; such texts are kept.

        Args:
            text: of the move.
            hearer: whose name in it says nothing, since everything is said to them by it.
        """
        key = (text, hearer)
        if key not in self._texts:
            if len(self._texts) >= _MOST_TEXTS:
                self._texts.clear()
            read = self.read_message(text)
            self._texts[key] = read.without_person(hearer) if hearer else read
        return self._texts[key]

    def read_message(self, text: str) -> WordedText:
        """Return a message as what is compared of it."""
        plain = plain_message(text)
        act = read_speech_act(self.language, text, self.names)
        nameless = self._aliases.sub(" ", plain)
        found = self._ideas(nameless)
        topic = {*self._ideas(self._aliases.sub(" ", act.rest))}
        people = frozenset((*act.addressees, *act.mentioned))
        persons = [f"@{one}" for one in people]
        ideas = tuple(sorted((*(one for one in found if not one.isdecimal()), *persons)))
        weights = np.array([self._weight(one) for one in ideas], dtype=np.int64)
        vectors = np.array([_unit(self.language, one) for one in ideas]).reshape(-1, DIMENSION)
        of_topic = np.array([one in topic or one.startswith("@") for one in ideas], dtype=np.bool_)
        stance = read_stance(self.language, plain)
        return WordedText(plain, act, stance, ideas, weights, vectors, of_topic, people)

    def _ideas(self, text: str) -> Set[str]:
        return reader_for(self.language).ideas(text.replace("'s", " "))

    def _weight(self, idea: str) -> int:
        if idea.startswith("@"):
            return _PERSON
        return max(_LEAST, word_vectors(self.language).tells(idea) - _COMMON)


@lru_cache(maxsize=_MOST_TEXTS)
def _unit(language: str, idea: str) -> Vectors:
    """Return the vector of an idea in whole thousandths of unit length; zeros for an unknown one.

    Products of whole numbers are exact, in whatever order they are summed.
    """
    vector = None if idea.startswith("@") else word_vectors(language).of(idea)
    length = 0 if vector is None else int(vector @ vector)
    if vector is None or not length:
        return np.zeros(DIMENSION)
    return np.rint(vector * (UNIT / np.sqrt(length)))


@lru_cache(maxsize=32)
def _lexicon(language: str, names: tuple[tuple[str, tuple[str, ...]], ...]) -> Lexicon:
    return Lexicon(language, dict(names))


def lexicon_for(language: str, names: Mapping[str, Sequence[str]]) -> Lexicon:
    """Return the lexicon of a language and some names, made once.

    Args:
        language: `en` or `zh`.
        names: of each who may be named, by id.
    """
    return _lexicon(language, tuple((who, tuple(each)) for who, each in sorted(names.items())))
