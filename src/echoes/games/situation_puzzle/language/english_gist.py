"""From the words of an English sentence to its gist."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from echoes.games.situation_puzzle.language.english_forms import Lemma, is_participle, runs
from echoes.games.situation_puzzle.language.english_words import (
    ATTITUDES,
    AUXILIARIES,
    FORMS_OF_BE,
    GUARDED,
    INDEFINITES,
    NEGATIONS,
    NEGATIVE_ADJECTIVES,
    OPEN_KINDS,
    REFLEXIVES,
    SMALL_WORDS,
    STRICT_WORDS,
)
from echoes.games.situation_puzzle.language.sense import LEFT_OUT, Gist

_A_SENTENCE = 4
_SOMEBODY = INDEFINITES | {"nobody"}


def gist_of(
    name: str,
    tokens: Sequence[str],
    lemma: Lemma,
    is_noun: Callable[[str], bool],
    synonyms: Mapping[tuple[str, ...], str],
) -> Gist | None:
    """The gist of a tokenised sentence.

    Args:
        name: of its frame, if it has one.
        tokens: of what remains, folded, names and numbers replaced.
        lemma: gives dictionary forms.
        is_noun: whether a word can only be a noun.
        synonyms: words, or runs of them, by what they are brought to.
    Returns:
        None where nothing is said but small words, or words are only named.
    """
    bases = [token if token[0] == "@" else lemma(token) for token in tokens]
    pairs = list(zip(tokens, bases, strict=True))
    negated = (
        sum(t in NEGATIONS or t in NEGATIVE_ADJECTIVES or b in NEGATIVE_ADJECTIVES for t, b in pairs) % 2
    )
    words = _words(pairs, synonyms)
    if not words or not (name or _is_said(tokens)):
        return None
    strict = tuple(sorted({token for token in tokens if token in STRICT_WORDS}))
    attitudes = tuple(
        sorted({ATTITUDES.get(t) or ATTITUDES[b] for t, b in pairs if t in ATTITUDES or b in ATTITUDES})
    )
    guards = (
        name,
        str(negated),
        *strict,
        *attitudes,
        *_main_verbs(pairs, lemma),
        *(["the"] if _is_the_one(tokens) else []),
        *("thing" for token in tokens if token in OPEN_KINDS["thing"]),
        *sorted(GUARDED[token] for token in tokens if token in GUARDED),
        *_sides(pairs, synonyms),
        *sorted(token for token in tokens if token[0].isdigit() or token in REFLEXIVES),
    )
    return Gist(
        guards,
        _members(tokens, lemma, is_noun),
        frozenset(words),
        _order(tokens, pairs, synonyms),
        _heads(pairs, synonyms),
        _ties(pairs, synonyms),
        bool(strict or negated or {"can", "must", "if", "matter", "matter that"} & {*guards}),
    )


def _is_said(tokens: Sequence[str]) -> bool:
    """Whether something is said of what is named: "the lamp" alone asks for nothing."""
    return len(tokens) >= _A_SENTENCE or any(token in AUXILIARIES or token[0] == "@" for token in tokens)


def _is_the_one(tokens: Sequence[str]) -> bool:
    """ "is @a the spy": more than that he is one."""
    return any(
        following == "the" and (token[0] == "@" or (n and token in FORMS_OF_BE))
        for n, (token, following) in enumerate(pairwise(tokens))
    )


def _sides(pairs: Sequence[tuple[str, str]], synonyms: Mapping[tuple[str, ...], str]) -> list[str]:
    """What stands behind "before", "after", "until" and "than": the order of two things."""
    return [
        f"{token} {' '.join(sorted(_words(pairs[n + 1 :], synonyms)))}"
        for n, (token, _) in enumerate(pairs)
        if token in ("before", "after", "until", "than", "then")
    ]


def _ties(
    pairs: Sequence[tuple[str, str]], synonyms: Mapping[tuple[str, ...], str]
) -> frozenset[tuple[str, str]]:
    """To whom something is given, from whom it is taken, with what it is done."""
    found: list[tuple[str, str]] = []
    for n, (token, _) in enumerate(pairs):
        tying = token in ("to", "from", "with", "about", "on", "in", "at", "by", "against", "of")
        behind = _words(pairs[n + 1 : n + 4], synonyms) if tying else []
        found += [(behind[0], token)] if behind else []
    return frozenset(found)


def _order(
    tokens: Sequence[str], pairs: Sequence[tuple[str, str]], synonyms: Mapping[tuple[str, ...], str]
) -> tuple[str, ...]:
    """Members and words as they come, runs of synonyms as one."""
    found: list[str] = []
    start = 0
    for n, token in enumerate([*tokens, "@"]):
        if token[0] == "@":
            found += [*_words(pairs[start:n], synonyms), token]
            start = n + 1
    return tuple(found[:-1])


def _heads(pairs: Sequence[tuple[str, str]], synonyms: Mapping[tuple[str, ...], str]) -> frozenset[str]:
    """The nouns that stand right behind a noun, a member or "'s"."""
    found: set[str] = set()
    for (before, _), pair in pairwise(pairs):
        owner = before[0] == "@" or before == "'s" or (before.isalpha() and _carries(before, before))
        if owner and _carries(*pair) and not pair[0].endswith(("ly", "ing", "ed")):
            found.update(_words([pair], synonyms))
    return frozenset(found)


def _main_verbs(pairs: Sequence[tuple[str, str]], lemma: Lemma) -> list[str]:
    """ "have" and "do" where they are no auxiliaries."""
    found: list[str] = []
    for n, (token, base) in enumerate(pairs):
        following = pairs[n + 1][0] if n + 1 < len(pairs) else ""
        helps = token in AUXILIARIES and (
            n == 0 or following in ("not", "been") or is_participle(following, lemma)
        )
        if base in ("have", "do") and token != "done" and not helps:
            found.append(base)
    return sorted(found)


def _members(tokens: Sequence[str], lemma: Lemma, is_noun: Callable[[str], bool]) -> tuple[str, ...]:
    """Who is named, the doer first whatever the voice; somebody stands as such."""
    found: list[str] = []
    by: list[str] = []
    passive = False
    for n, token in enumerate(tokens):
        following = tokens[n + 1] if n + 1 < len(tokens) else ""
        if token[0] == "@" or token in _SOMEBODY:
            owner = following == "'s" or (
                following.isalpha() and following not in SMALL_WORDS and is_noun(following)
            )
            name = LEFT_OUT if token in _SOMEBODY else token
            (by if n and tokens[n - 1] == "by" else found).append(f"{name}'s" if owner else name)
        elif n and token not in SMALL_WORDS and is_participle(token, lemma):
            passive = passive or bool(FORMS_OF_BE & set(tokens[:n]))
        elif token.endswith("ing") and token != "being" and lemma(token) != token and not passive:
            return (*found, *_members(tokens[n + 1 :], lemma, is_noun))
    if passive and not by and "by" not in tokens:
        by = [LEFT_OUT]
    return (*by, *found)


def _words(pairs: Sequence[tuple[str, str]], synonyms: Mapping[tuple[str, ...], str]) -> list[str]:
    return [
        known or pairs[n][1]
        for n, known in runs([base for _, base in pairs], synonyms)
        if known or _carries(*pairs[n]) or (pairs[n][0] == "a" and n + 1 == len(pairs))
    ]


def _carries(token: str, base: str) -> bool:
    closed = token in AUXILIARIES or token in NEGATIONS or token in GUARDED or token in _SOMEBODY
    skipped = token in SMALL_WORDS or base in SMALL_WORDS or token in ATTITUDES or base in ATTITUDES
    return token[0].isalpha() and not closed and not skipped
