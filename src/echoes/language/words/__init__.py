"""Word vectors: words near in meaning have vectors near in direction.

`echoes.models.minilm.build_word_vectors` makes the files. Nearness of words finds candidates and helps to
rank them; it decides nothing.
"""

from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).parent
_FILES = {"en": "english.npz", "zh": "chinese.npz"}
DIMENSION = 128

Numbers = NDArray[np.int32]


class WordVectors:
    """The vectors of one language's common words, as whole numbers.

    Args:
        language: `en` or `zh`.
    """

    def __init__(self, language: str) -> None:
        self._language = language

    def of(self, word: str) -> Numbers | None:
        """Return the vector of a word in its dictionary form, shape (128,); None where it is not known.

        A Chinese word that is not known has those of its characters together.
        """
        places, vectors = self._table
        place = places.get(word)
        if place is not None:
            return vectors[place].astype(np.int32)
        known = [places[c] for c in word if c in places] if self._language == "zh" else []
        return vectors[known].sum(axis=0, dtype=np.int32) if known else None

    def tells(self, word: str) -> int:
        """Return the information of a word: 25 times its surprisal in powers of ten, at most 255."""
        places, tells = self._table[0], self._tells
        return int(tells[places[word]]) if word in places else 200

    @cached_property
    def _table(self) -> tuple[dict[str, int], NDArray[np.int8]]:
        with np.load(FOLDER / _FILES[self._language]) as file:
            words = file["words"].tobytes().decode().split("\n")
            return {word: place for place, word in enumerate(words)}, file["vectors"]

    @cached_property
    def _tells(self) -> NDArray[np.uint8]:
        with np.load(FOLDER / _FILES[self._language]) as file:
            return file["tells"]


@lru_cache(maxsize=2)
def word_vectors(language: str) -> WordVectors:
    """Return the word vectors of a language; the file is read when the first word is asked for."""
    return WordVectors(language)
