"""The forms of English words, and runs of words that stand for one."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from echoes.games.situation_puzzle.language.english_words import SAME_PARTICIPLES

Lemma = Callable[[str], str]
_LONGEST = 4


def is_participle(token: str, lemma: Lemma) -> bool:
    """Whether a word can be a past participle."""
    if token in SAME_PARTICIPLES or token in ("been", "had", "done"):
        return True
    return token.isalpha() and not token.endswith(("ing", "s")) and lemma(token) != token


def runs(bases: Sequence[str], synonyms: Mapping[tuple[str, ...], str]) -> Iterator[tuple[int, str | None]]:
    """Go through dictionary forms, the longest listed run at a time.

    Args:
        synonyms: words, or runs of them, by what they are brought to.
    Returns:
        For each step where it begins and what it is brought to; None for a word that is not
        listed.
    """
    n = 0
    while n < len(bases):
        sizes = range(min(_LONGEST, len(bases) - n), 0, -1)
        size = next((k for k in sizes if tuple(bases[n : n + k]) in synonyms), 0)
        yield n, synonyms[tuple(bases[n : n + size])] if size else None
        n += size or 1
