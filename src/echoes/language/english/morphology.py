"""Morphology of English: forms of words, and runs of words that stand for one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from echoes.language.english.lexicon import (
    AUXILIARIES,
    FUNCTION_WORDS,
    MAIN_VERBS,
    NUMBERS,
    PASTS,
    SAME_PARTICIPLES,
)

Lemma = Callable[[str], str]
_LONGEST = 4
_PRONOUNS = frozenset("he she it they we you i who nobody somebody everybody anybody".split())
_STEM = 5
_SHORT_STEM = 3
_OF_NOUNS = frozenset(("", "ness", "ful", "less"))
"""Endings that no other word has by chance: dry, dryness."""
_ENDINGS = frozenset(
    """
    s es d ed r er or t e y ing ion ions ment ness ly al ful ist ity ance ence able ous p per ping ped
    """.split()
) | {""}
_SHORTEST = 4
_LONG = 8


def is_participle(token: str, lemma: Lemma) -> bool:
    """Return whether a word can be a past participle."""
    if token in SAME_PARTICIPLES or token in ("been", "had", "done"):
        return True
    return token.isalpha() and not token.endswith(("ing", "s")) and lemma(token) != token


def synonym_runs(
    bases: Sequence[str], synonyms: Mapping[tuple[str, ...], str]
) -> Iterator[tuple[int, str | None]]:
    """Go through dictionary forms, the longest listed run at a time.

    Args:
        bases: dictionary forms.
        synonyms: words, or runs of them, by the one that stands for them.
    Yields:
        The index of each step and the word that stands for it; None for a word that is not listed.
    """
    n = 0
    while n < len(bases):
        sizes = range(min(_LONGEST, len(bases) - n), 0, -1)
        size = next((k for k in sizes if tuple(bases[n : n + k]) in synonyms), 0)
        yield n, synonyms[tuple(bases[n : n + size])] if size else None
        n += size or 1


def take_auxiliary(tokens: list[str]) -> tuple[list[str], tuple[str, str]]:
    """Take the auxiliary of the main verb out, so that question and claim look alike.

    Returns:
        The other tokens, and the auxiliary's kind and tense.
    """
    for position, token in enumerate(tokens):
        if token not in AUXILIARIES:
            continue
        kind, tense = AUXILIARIES[token]
        following = next((t for t in tokens[position + 1 :] if t not in ("not", "never", "ever")), "")
        support = tokens[position + 1 : position + 2] == ["not"]
        participle = _base(following) != following or following in {"been", "had", *SAME_PARTICIPLES}
        if position and kind in MAIN_VERBS and not support and not participle:
            # "he did it", "he had a dog": the main verb itself
            return [*tokens[:position], MAIN_VERBS[kind], *tokens[position + 1 :]], ("plain", tense)
        return tokens[:position] + tokens[position + 1 :], (kind, tense)
    return tokens, ("plain", "*")


def take_tense(tokens: list[str]) -> tuple[list[str], tuple[str, str]]:
    """Bring the first verb of a claim without auxiliary into the form that a question has.

    Only a word that can only be the past of one verb is changed, or one that is so after an agent. Where the
    form does not tell the tense, it stays open.
    """
    for position, token in enumerate(tokens):
        if token in SAME_PARTICIPLES:
            break
        if token in PASTS and position and _does(tokens[position - 1]):
            return [*tokens[:position], PASTS[token], *tokens[position + 1 :]], ("plain", "past")
        if (base := _base(token)) != token:
            return [*tokens[:position], base, *tokens[position + 1 :]], ("plain", "past")
    return tokens, ("plain", "*" if SAME_PARTICIPLES & set(tokens) else "present")


def _does(token: str) -> bool:
    """Return whether a word can be an agent: a pronoun, a character, a noun."""
    if token in _PRONOUNS or token.startswith("@"):
        return True
    kinds = _lemmas(token)
    return token not in FUNCTION_WORDS and "NOUN" in kinds and "ADJ" not in kinds


def numbers_as_digits(tokens: list[str]) -> list[str]:
    """Write number words as digits: twenty-five → 25."""
    result: list[str] = []
    for token in tokens:
        head, _, tail = token.partition("-")
        if head in NUMBERS and tail in NUMBERS and int(NUMBERS[head]) >= 20:
            result.append(str(int(NUMBERS[head]) + int(NUMBERS[tail])))
        else:
            result.append(NUMBERS.get(token, token))
    return result


@lru_cache(maxsize=20_000)
def _base(token: str) -> str:
    """Return the base form of a word that can only be the past of one verb; others stay.

    Plurals, comparatives, forms in -ing, words that can be something else than a verb and
    forms of two verbs (found) stay as they are.
    """
    if not token.isalpha() or token.endswith(("ing", "s")) or token in FUNCTION_WORDS:
        return token
    lemmas = _lemmas(token)
    return lemmas["VERB"][0] if set(lemmas) == {"VERB"} and len(lemmas["VERB"]) == 1 else token


@lru_cache(maxsize=20_000)
def shortest_lemma(token: str) -> str:
    """Return the shortest base form of a word."""
    if token == "evening":  # a time, and hardly ever a form of the verb "even"
        return token
    candidates = [lemma for forms in _lemmas(token).values() for lemma in forms]
    return min(candidates, key=lambda lemma: (len(lemma), lemma), default=token)


def verb_of_gerund(token: str) -> str:
    """Return the verb of which a word is the form in -ing; the word itself where it is none."""
    verbs = _lemmas(token).get("VERB", ()) if token.endswith("ing") else ()
    return verbs[0] if verbs else token


def is_word(token: str) -> bool:
    """Return whether it is an English word."""
    return token in FUNCTION_WORDS or bool(_lemmas(token))


def is_verb(token: str) -> bool:
    """Return whether it can be a verb."""
    return "VERB" in _lemmas(token)


def is_known_word(token: str) -> bool:
    """Return whether the dictionary has it."""
    return bool(_lemmas(token))


def is_noun(token: str) -> bool:
    """Return whether it can only be a noun."""
    return set(_lemmas(token)) == {"NOUN"}


def kinds_of(token: str) -> frozenset[str]:
    """Return the kinds of word that it can be: NOUN, VERB, ADJ, ADV …; none for a function word."""
    return frozenset() if token in FUNCTION_WORDS else frozenset(_lemmas(token))


@lru_cache(maxsize=20_000)
def _lemmas(token: str) -> dict[str, tuple[str, ...]]:
    import lemminflect

    return lemminflect.getAllLemmas(token)  # pyright: ignore[reportUnknownVariableType]


def same_family(one: str, other: str) -> bool:
    """Return whether two words differ in a known ending only: kidnap, kidnapper."""
    shared = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    ends = {one[shared:], other[shared:]}
    return ends <= _ENDINGS if shared >= _STEM else shared >= _SHORT_STEM and "" in ends and ends <= _OF_NOUNS


class SpellingCorrector:
    """A corrector that replaces an unknown word by the one word of a vocabulary that it must be.

    Args:
        vocabulary: the words that a player may mean.
        is_known: tells whether a word needs no correction.
    """

    def __init__(self, vocabulary: frozenset[str], is_known: Callable[[str], bool]) -> None:
        self._vocabulary = sorted(word for word in vocabulary if len(word) >= _SHORTEST and word.isalpha())
        self._words = frozenset(self._vocabulary)
        short = sorted(word for word in vocabulary & FUNCTION_WORDS if len(word) == _SHORTEST - 1)
        self._swapped = {f"{a}{c}{b}": f"{a}{b}{c}" for a, b, c in short}
        self._is_known = is_known
        self.correct = lru_cache(maxsize=5_000)(self._correct)

    def _correct(self, word: str) -> str:
        """Return the nearest word by optimal string alignment, if it is the only one.

        One slip is allowed, two from eight letters on; of three letters the last two may have changed places.
        """
        if not word.isalpha() or word in self._words or self._is_known(word):
            return word
        if len(word) < _SHORTEST:
            return self._swapped.get(word, word)
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        slips = 2 if len(word) >= _LONG else 1
        found = process.extract(word, self._vocabulary, scorer=OSA.distance, score_cutoff=slips, limit=2)
        near = [other for other, distance, _ in found if distance == found[0][1] and other[0] == word[0]]
        return near[0] if len(near) == 1 else word
