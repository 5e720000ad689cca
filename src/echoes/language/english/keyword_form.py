"""The keyword form of an English sentence."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from echoes.language.english.lexicon import (
    ATTITUDES,
    AUXILIARIES,
    FORMS_OF_BE,
    GUARDED,
    INDEFINITES,
    NEGATIONS,
    NEGATIVE_ADJECTIVES,
    OPEN_KINDS,
    REFLEXIVES,
    SAME_STRICT_WORDS,
    SMALL_WORDS,
    STRICT_WORDS,
    THING_PRONOUNS,
    UNDECISIVE,
)
from echoes.language.english.morphology import Lemma, is_participle, synonym_runs
from echoes.language.keyword_form import KeywordForm
from echoes.language.symbols import LEFT_OUT

_A_SENTENCE = 4
_PARTICLES = frozenset(("on", "in", "over", "through"))
"""Small words that say something of a thing where nothing follows: "was the lamp on", "is the tide in"."""
_GETS = frozenset("get gets got getting".split())
"""Forms of "get", which make a passive as those of "be" do."""
_OF_ANOTHER = frozenset("he she it they we you i who that which have has had".split())
"""Words after which a verb has another subject, or is in the perfect tense."""
_OBJECT = 2
"""The place of an object behind subject and verb."""
_SOMEBODY = INDEFINITES | {"nobody"}


def parse_keyword_form(
    name: str,
    tokens: Sequence[str],
    lemma: Lemma,
    is_noun: Callable[[str], bool],
    synonyms: Mapping[tuple[str, ...], str],
) -> KeywordForm | None:
    """Return the keyword form of a tokenised sentence.

    Args:
        name: the name of its frame, if it has one.
        tokens: the remaining tokens, case-folded, with names and numbers replaced.
        lemma: returns the dictionary form of a word.
        is_noun: tells whether a word can only be a noun.
        synonyms: words, or runs of them, by the one that stands for them.
    Returns:
        The form; None where there are function words only, or words are only named.
    """
    bases = [token if token[0] == "@" else lemma(token) for token in tokens]
    pairs = list(zip(tokens, bases, strict=True))
    negated = sum(t in NEGATIONS or bool({t, b} & NEGATIVE_ADJECTIVES) for t, b in pairs) % 2
    words = _words(pairs, synonyms) or [base for _, base in pairs if base in ATTITUDES]
    if not (words and (name or _is_said(tokens))):
        return None
    strict = tuple(sorted({SAME_STRICT_WORDS.get(token, token) for token in tokens if token in STRICT_WORDS}))
    attitudes = {ATTITUDES.get(t) or ATTITUDES[b] for t, b in pairs if t in ATTITUDES or b in ATTITUDES}
    order, ties = _order(tokens, pairs, synonyms), _ties(pairs, synonyms)
    guards = (
        name,
        str(negated),
        *strict,
        *sorted(attitudes),
        *_main_verbs(pairs, lemma),
        *(["the"] if _is_the_one(tokens) else []),
        *("thing" for token in tokens if token in OPEN_KINDS["thing"]),
        *sorted(GUARDED[token] for token in tokens if token in GUARDED),
        *_sides(pairs, synonyms),
        *_literal(tokens),
    )
    return KeywordForm(
        guards,
        _members(tokens, lemma, is_noun),
        frozenset(words),
        order,
        _heads(pairs, synonyms),
        ties,
        bool(strict or negated or {"can", "must", "if", "matter", "matter that"} & {*guards}),
        _places_of_things(tokens, pairs, synonyms),
        frozenset(attitudes),
        frozenset(strict),
        _decisive(guards) | {f"negated {negated}"},
        _voice(tokens, lemma, order, ties),
    )


def _literal(tokens: Sequence[str]) -> list[str]:
    """Return numbers and reflexives, and a particle at the end."""
    literal = sorted(token for token in tokens if token[0].isdigit() or token in REFLEXIVES)
    return [*literal, *(f"{token} at the end" for token in tokens[-1:] if token in _PARTICLES)]


def _decisive(guards: Sequence[str]) -> frozenset[str]:
    """Return the guards that decide what is asked, whatever else is said."""
    return frozenset(one for one in guards if one and one[:1].isalpha() and one not in UNDECISIVE)


def _places_of_things(
    tokens: Sequence[str], pairs: Sequence[tuple[str, str]], synonyms: Mapping[tuple[str, ...], str]
) -> tuple[int, ...]:
    """Return the number of ordered words before each pronoun for a thing."""
    return tuple(
        len(_order(tokens[:n], pairs[:n], synonyms))
        for n, token in enumerate(tokens)
        if token in THING_PRONOUNS
    )


def _is_said(tokens: Sequence[str]) -> bool:
    """Return whether something is said of what is named; "the lamp" alone asks nothing."""
    return len(tokens) >= _A_SENTENCE or any(token in AUXILIARIES or token[0] == "@" for token in tokens)


def _is_the_one(tokens: Sequence[str]) -> bool:
    """Return whether somebody is said to be the one: "is @a the spy" is more than "a spy"."""
    return any(
        following == "the" and (token[0] == "@" or (n and token in FORMS_OF_BE))
        for n, (token, following) in enumerate(pairwise(tokens))
    )


def _sides(pairs: Sequence[tuple[str, str]], synonyms: Mapping[tuple[str, ...], str]) -> list[str]:
    """Return the words after "before", "after", "until" and "than", which give the order of two things."""
    return [
        f"{token} {' '.join(sorted(_words(pairs[n + 1 :], synonyms)))}"
        for n, (token, _) in enumerate(pairs)
        if token in ("before", "after", "until", "than", "then")
    ]


def _ties(
    pairs: Sequence[tuple[str, str]], synonyms: Mapping[tuple[str, ...], str]
) -> frozenset[tuple[str, str]]:
    """Return words with their prepositions: to whom something is given, from whom taken, with what done."""
    found: list[tuple[str, str]] = []
    for n, (token, _) in enumerate(pairs):
        tying = token in ("to", "from", "with", "about", "on", "in", "at", "by", "against", "of", "for")
        behind = _words(pairs[n + 1 : n + 4], synonyms) if tying else []
        member = token == "by" and n + 1 < len(pairs) and pairs[n + 1][0][0] == "@"
        found += [(pairs[n + 1][0], token)] if member else [(behind[0], token)] if behind else []
    return frozenset(found)


def _order(
    tokens: Sequence[str], pairs: Sequence[tuple[str, str]], synonyms: Mapping[tuple[str, ...], str]
) -> tuple[str, ...]:
    """Return characters and words in their order, runs of synonyms as one."""
    found: list[str] = []
    start = 0
    for n, token in enumerate([*tokens, "@"]):
        if token[0] == "@":
            found += [*_words(pairs[start:n], synonyms), token]
            start = n + 1
    return tuple(found[:-1])


def _heads(pairs: Sequence[tuple[str, str]], synonyms: Mapping[tuple[str, ...], str]) -> frozenset[str]:
    """Return the nouns right after a noun, a character or "'s"."""
    found: set[str] = set()
    for (before, _), pair in pairwise(pairs):
        owner = before[0] == "@" or before == "'s" or (before.isalpha() and _carries(before, before))
        if owner and _carries(*pair) and not pair[0].endswith(("ly", "ing", "ed")):
            found.update(_words([pair], synonyms))
    return frozenset(found)


def _main_verbs(pairs: Sequence[tuple[str, str]], lemma: Lemma) -> list[str]:
    """Return "have", "having" and "do" where they are main verbs."""
    found: list[str] = []
    for n, (token, base) in enumerate(pairs):
        following = pairs[n + 1][0] if n + 1 < len(pairs) else ""
        helps = token in AUXILIARIES and (
            n == 0 or following in ("not", "been") or is_participle(following, lemma)
        )
        if base in ("have", "do") and token != "done" and not helps:
            found.append(token if token == "having" else base)  # who is having a baby has none yet
    return sorted(found)


def _members(tokens: Sequence[str], lemma: Lemma, is_noun: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the characters that are named, the agent first whatever the voice; "somebody" counts as one."""
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
            passive = passive or not (FORMS_OF_BE | _GETS).isdisjoint(tokens[:n])
        elif token.endswith("ing") and token != "being" and lemma(token) != token and not passive:
            return (*found, *_members(tokens[n + 1 :], lemma, is_noun))
    if passive and not by and "by" not in tokens:
        by = [LEFT_OUT]
    return (*by, *found)


def _voice(
    tokens: Sequence[str], lemma: Lemma, order: Sequence[str], ties: frozenset[tuple[str, str]]
) -> Literal["active", "passive", ""]:
    """Return the voice of a sentence: a participle behind "be" or "get" is passive, but for another verb.

    Active is what has an object: a third word that no preposition stands before.
    """
    made = [n for n, token in enumerate(tokens) if token in FORMS_OF_BE | _GETS]
    is_passive = any(
        _OF_ANOTHER.isdisjoint(tokens[start + 2 : n])
        for n, token in enumerate(tokens)
        if token not in SMALL_WORDS and is_participle(token, lemma)
        for start in made
        if start < n
    )
    has_object = len(order) > _OBJECT and order[_OBJECT] not in {word for word, _ in ties}
    return "passive" if is_passive else "active" if has_object and not made else ""


def _words(pairs: Sequence[tuple[str, str]], synonyms: Mapping[tuple[str, ...], str]) -> list[str]:
    return [
        known or pairs[n][1]
        for n, known in synonym_runs([base for _, base in pairs], synonyms)
        if known or _carries(*pairs[n]) or (pairs[n][0] == "a" and n + 1 == len(pairs))
    ]


def _carries(token: str, base: str) -> bool:
    closed = token in AUXILIARIES or token in NEGATIONS or token in GUARDED or token in _SOMEBODY
    skipped = token in SMALL_WORDS or base in SMALL_WORDS or token in ATTITUDES or base in ATTITUDES
    return token[0].isalpha() and not closed and not skipped
