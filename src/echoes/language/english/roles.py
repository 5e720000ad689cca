"""The roles in an English sentence: owners, doers of passives, the main verb."""

from collections.abc import Mapping, Sequence

from echoes.language.english.lexicon import (
    AUXILIARIES,
    FORMS_OF_BE,
    FUNCTION_WORDS,
    PLAIN_IDEAS,
    PREPOSITIONS,
)
from echoes.language.english.morphology import is_noun, is_participle, is_verb, shortest_lemma
from echoes.language.roles import Roles

_OWNERS = {"his": "he", "her": "she", "their": "they", "its": "it", "my": "i", "your": "you", "our": "we"}
"""Possessives, each with the pronoun of its owner."""
_BEFORE_NOUNS = frozenset(("a", "an", "the", "this", "that", "these", "those", "some", "any", "no", "'s"))
_NO_DOERS = frozenset(("of", "about", "for", "to", "from", "with", "against", "on", "in", "at"))
"""Prepositions before what does nothing in the sentence."""
_BEFORE_ADJUNCTS = frozenset(
    "from by under below beneath underneath behind in inside into at on near with".split()
)
"""Prepositions that open an adjunct; others may belong to the verb before them, as in "carry off"."""
_NO_ADJUNCTS = frozenset("order front outside inside world".split())
"""Words behind prepositions that name nothing: "in order to", "from outside"."""
_SEEING = frozenset("see saw seen watch watched watching look looked looking".split())
"""Verbs with which "from" tells whence somebody looks, and of no source."""
_MEANS = frozenset("accident chance mistake hand force nature law night day".split())
"""Words after "by" for nobody who does anything."""
_LINKS = frozenset(("because", "if", "unless"))
_AFTER_SO = frozenset("that the a his her their it he she they nobody somebody people".split())
_KNOWING = frozenset(
    """
    know think believe realise realize notice aware unaware expect understand learn idea suspect
    """.split()
)
"""Words that tell of what somebody knows or believes."""
_MOST_WORDS = 3


def english_roles(spoken: Sequence[str], named: Sequence[str], symbols: Mapping[str, str]) -> Roles:
    """Return the roles in a sentence.

    Args:
        spoken: its tokens, case-folded.
        named: the same with symbols for the cast.
        symbols: the symbol of each alias of the cast.
    """
    return Roles(
        frozenset([*_owned_by_pronouns(spoken, symbols), *_owned_by_names(named)]),
        frozenset(_doers(named)),
        frozenset(_main_verbs(named)),
        frozenset(_others(named)),
        frozenset(_subjects(named)),
        frozenset(_adjuncts(named)),
        any(_links(named[n : n + 2]) for n in range(len(named))),
        any(_is_knowing(named[n : n + 2]) for n in range(len(named))),
    )


def _owned_by_pronouns(tokens: Sequence[str], symbols: Mapping[str, str]) -> list[tuple[str, str]]:
    return [
        (thing, symbols.get(pronoun) or symbols.get(token) or pronoun)
        for n, token in enumerate(tokens)
        if (pronoun := _OWNERS.get(token))
        for thing in _words(tokens, n + 1)
    ]


def _owned_by_names(tokens: Sequence[str]) -> list[tuple[str, str]]:
    return [
        (thing, shortest_lemma(tokens[n - 1]))
        for n, token in enumerate(tokens)
        if token == "'s" and n
        for thing in _words(tokens, n + 1)
    ]


def _words(tokens: Sequence[str], start: int) -> list[str]:
    """Return the words from a place on, up to the next function word but "own", in dictionary form."""
    found: list[str] = []
    for token in tokens[start : start + _MOST_WORDS]:
        if not token[0].isalpha() or (token in FUNCTION_WORDS and token != "own"):
            break
        found.append(shortest_lemma(token))
    return [word for word in found if word != "own"]


def _noun(tokens: Sequence[str], start: int, begins: bool = False) -> list[str]:
    """Return the character or the words of the noun phrase that begins at a place.

    A verb may follow on one that begins a sentence: "did her boat sink", "did she boat".
    """
    start += tokens[start : start + 1] != [] and (tokens[start] in _BEFORE_NOUNS or tokens[start] in _OWNERS)
    if start < len(tokens) and tokens[start][0] == "@":
        of = tokens[start + 1 : start + 2] == ["'s"]
        owned = _words(tokens, start + 1 + of)
        return owned if owned and (of or not begins or is_noun(owned[0])) else [tokens[start]]
    words = _words(tokens, start)
    end = start + len(words)
    return _noun(tokens, end + 1) if words and tokens[end : end + 1] == ["'s"] else words


def _doers(tokens: Sequence[str]) -> list[str]:
    """Return the doers that a passive names."""
    found: list[str] = []
    for n, token in enumerate(tokens):
        if token == "by" and _is_passive(tokens[:n]) and n + 1 < len(tokens):
            acting = not tokens[n + 1].endswith("ing")
            words = _noun(tokens, n + 1)
            found += words if acting and not _MEANS & {*words} else []
    return found


def _others(tokens: Sequence[str]) -> list[str]:
    """Return the nouns behind prepositions that no doer stands behind; "to sink" has none."""
    return [
        word
        for n, token in enumerate(tokens)
        if token in _NO_DOERS and not (token == "to" and is_verb("".join(tokens[n + 1 : n + 2])))
        for word in _noun(tokens, n + 1)
    ]


def _subjects(tokens: Sequence[str]) -> list[str]:
    """Return the words of the noun phrase at the beginning, behind the auxiliary of a question."""
    words = _noun(tokens, 1, begins=True) if tokens and tokens[0] in AUXILIARIES else []
    return [word for n, word in enumerate(words) if n == 0 or is_noun(word)]


def _adjuncts(tokens: Sequence[str]) -> list[tuple[str, str]]:
    """Return the last noun behind each preposition, with the preposition."""
    found: list[tuple[str, str]] = []
    for n, token in enumerate(tokens):
        beside = token == "by" and not _is_passive(tokens[:n])
        from_there = token == "from" and not _SEEING.isdisjoint(tokens[:n])
        if token in _BEFORE_ADJUNCTS and not beside and not from_there:
            words = _noun(tokens, n + 1)
            names = words and not _MEANS & {*words} and words[-1] not in _NO_ADJUNCTS
            found += [(words[-1], PREPOSITIONS[token])] if names else []
    return found


def _links(tokens: Sequence[str]) -> bool:
    """Return whether a cause, a condition or a sequel begins here: "because", "so that", "so the"."""
    first, *rest = tokens
    return first in _LINKS or (first == "so" and any(one in _AFTER_SO or one[0] == "@" for one in rest))


def _is_knowing(tokens: Sequence[str]) -> bool:
    """Return whether a verb of knowing or believing stands here: "think", "find out"."""
    verb, *rest = tokens
    return shortest_lemma(verb) in _KNOWING or (shortest_lemma(verb) == "find" and rest == ["out"])


def _is_passive(tokens: Sequence[str]) -> bool:
    return any(token in FORMS_OF_BE for token in tokens) and any(
        is_participle(token, shortest_lemma) for token in tokens if token not in FUNCTION_WORDS
    )


def _main_verbs(tokens: Sequence[str]) -> list[str]:
    """Return the first verb after the auxiliary that is no general one and stands where no noun does.

    A base form may be the past of another verb: feed and fee.
    """
    start = next((n for n, token in enumerate(tokens) if token in AUXILIARIES), None)
    if start is None:
        return []
    bare = AUXILIARIES[tokens[start]][0] not in ("be", "have") and "have" not in tokens[start:]
    for n in range(start + 1, len(tokens)):
        before, token = tokens[n - 1], tokens[n]
        nominal = before in _BEFORE_NOUNS or before in _OWNERS
        if nominal or not is_verb(token) or token in FUNCTION_WORDS:
            continue
        base = shortest_lemma(token)
        fits = (base == token and not is_noun(token)) if bare else _is_inflected(token)
        if fits and not _is_verb_next(tokens, n, bare) and base not in PLAIN_IDEAS:
            return [*dict.fromkeys((base, token))] if bare else [base]
        if fits and base in PLAIN_IDEAS and tokens[n + 1 : n + 2] != ["to"]:
            return []
    return []


def _is_inflected(token: str) -> bool:
    return is_participle(token, shortest_lemma) or (token.endswith("ing") and shortest_lemma(token) != token)


def _is_verb_next(tokens: Sequence[str], n: int, bare: bool) -> bool:
    """Return whether the verb comes only now: "did the oil lamp break"."""
    following = tokens[n + 1] if n + 1 < len(tokens) else ""
    verb = following not in FUNCTION_WORDS and is_verb(following) if following else False
    return bare and verb and shortest_lemma(following) == following
