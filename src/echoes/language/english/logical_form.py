"""The logical form of an English sentence."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from echoes.language.english.lexicon import (
    ADVERBS,
    ALWAYS_PARTICLES,
    AUXILIARIES,
    COMPLEMENTS,
    DETERMINERS,
    EMPTY_WORDS,
    INDEFINITES,
    PARTICLES,
    PREPOSITIONS,
    REFLEXIVES,
    STRICT_WORDS,
    UNREAL,
)
from echoes.language.english.morphology import Lemma, is_participle, synonym_runs
from echoes.language.logical_form import NOT, LogicalForm
from echoes.language.symbols import LEFT_OUT, SOMEBODY, SOMETHING

_NEGATIONS = {"not", "never", "nor", "neither"}
_NOBODY = {"nobody", "nothing", "none", "nowhere"}
_TIMES = frozenset("when while during since until before after for".split())
_PLAIN_KINDS = {"plain", "have"}


def parse_logical_form(
    name: str, tokens: Sequence[str], asks: bool, lemma: Lemma, synonyms: Mapping[tuple[str, ...], str]
) -> LogicalForm | None:
    """Parse a tokenised sentence; None where this grammar does not cover it.

    Args:
        name: the name of its frame, if it has one.
        tokens: the remaining tokens, case-folded, with names and numbers replaced.
        asks: whether it is a question: with "not" it is ambiguous, and equals only its like.
        lemma: returns the dictionary form of a word.
        synonyms: words, or runs of them, by the one that stands for them.
    """
    words = [word for word in tokens if word not in EMPTY_WORDS and word != ","]
    if words[-1:] and words[-1] in REFLEXIVES and sum(word not in DETERMINERS for word in words) > 4:
        words.pop()
    if words and words[-1] == "too":
        words.pop()
    if not words or {"if", "unless", "or", "and"} & set(words):
        return None
    be = any(AUXILIARIES.get(word, ("",))[0] == "be" for word in words)
    mood, words, voice = (name, words, "plain") if name else _verb_group(words, lemma)
    # A progressive does not follow from a later completed event.
    ongoing = be and voice == "plain" and not mood
    if {"somebody", "someone"} & set(words) and _NEGATIONS & set(words):
        return None  # "somebody did not" does not deny "somebody did"
    negations = sum(word in _NEGATIONS for word in words) + sum(
        word in _NOBODY or word == "no" for word in words
    )
    words = [_indefinite(word, before) for before, word in pairwise(["", *words])]
    words = [word for word in words if word not in _NEGATIONS and word != "no"]
    core, adjuncts = _divide(words)
    if voice == "passive":
        core, adjuncts = _to_active(core, adjuncts)
    found = [_folded(part, lemma, synonyms) for part in adjuncts]
    flipped, folded = _complement(_folded(core, lemma, synonyms))
    if asks and negations:
        mood, negations = f"{mood}{NOT}", 0
    if not folded:
        return None
    extra = {word for word in folded if word in ADVERBS}
    places = frozenset(" ".join(part) for part in found if part) | extra
    folded = tuple(word for word in folded if word not in ADVERBS)
    if "be" in mood and any(following == "the" and token[0] == "@" for token, following in pairwise(words)):
        folded = (*folded, "the")
    strict = ongoing or bool(STRICT_WORDS & {*folded, *(word for part in places for word in part.split())})
    if len(folded) < (1 if name else 2):
        return None  # a name alone says nothing
    binding = frozenset(place for place in places if _binds(place))
    return LogicalForm(folded, places, mood, bool((negations + flipped) % 2), strict, binding)


def _binds(place: str) -> bool:
    """Return whether a time or a make-believe world is named; without it the rest may be false."""
    return place.split()[0] in _TIMES or bool(UNREAL & {*place.split()})


def _indefinite(word: str, before: str) -> str:
    if word == "person" and before in ("a", "any", "some"):
        return SOMEBODY
    if word in ("nothing", "none", "anything", "something"):
        return SOMETHING
    return SOMEBODY if word in INDEFINITES or word == "nobody" else word


def _verb_group(words: list[str], lemma: Lemma) -> tuple[str, list[str], str]:
    """Take auxiliaries out and bring the verb to its base.

    Returns:
        The mood, the other words, and whether it is `plain` or `passive`; a passive's
        verb is marked with a bar in front.
    """
    place = next((n for n, word in enumerate(words) if word in AUXILIARIES), None)
    if place is None:
        return "", words, "plain"
    kind = AUXILIARIES[words[place]][0]
    rest = words[:place] + words[place + 1 :]
    start = max(place, 1)
    if kind == "have":
        been = next((n for n in range(place, len(rest)) if rest[n] == "been"), None)
        if been is not None:
            return _after_be(rest[:been] + rest[been + 1 :], max(been, 1), lemma)
        if rest[start : start + 1] == ["to"]:
            return "must", rest[:start] + rest[start + 1 :], "plain"
        if place and not (place < len(rest) and is_participle(rest[place], lemma)):
            return "", [*rest[:place], "have", *rest[place:]], "plain"
        return "", rest, "plain"
    if kind == "be":
        return _after_be(rest, start, lemma)
    if kind in _PLAIN_KINDS:
        for n, word in enumerate(rest):
            if word in ("have", "need") and rest[n + 1 : n + 2] == ["to"] and n:
                return "must", rest[:n] + rest[n + 2 :], "plain"
        return "", rest, "plain"
    return _modal(kind, rest, place, lemma)


def _modal(kind: str, rest: list[str], place: int, lemma: Lemma) -> tuple[str, list[str], str]:
    mood = {"could": "can"}.get(kind, kind)
    be = next((n for n in range(place, len(rest)) if rest[n] == "be"), None)
    if be is None:
        return mood, rest, "plain"
    inner, words, voice = _after_be(rest[:be] + rest[be + 1 :], max(be, 1), lemma)
    return f"{mood} {inner}".strip(), words, voice


def _after_be(rest: list[str], start: int, lemma: Lemma) -> tuple[str, list[str], str]:
    """Parse what follows a form of "be": a progressive, a passive, or a state."""
    for n in range(start, len(rest)):
        word = rest[n]
        if word in PREPOSITIONS:
            break
        if word == "able" and rest[n + 1 : n + 2] == ["to"]:
            return "can", rest[:n] + rest[n + 2 :], "plain"
        if rest[n : n + 2] == ["going", "to"]:
            return "will", rest[:n] + rest[n + 2 :], "plain"
        if rest[n - 1] in DETERMINERS:
            continue
        if word.endswith("ing") and lemma(word) != word and word != "being":
            return "", rest, "plain"
        if word == "being" or is_participle(word, lemma):
            body = [part for part in rest if part != "being"]
            if n < len(body) and is_participle(body[n], lemma):
                return "", [*body[:n], f"|{body[n]}", *body[n + 1 :]], "passive"
    return "be", rest, "plain"


def _divide(words: list[str]) -> tuple[list[str], list[list[str]]]:
    """Divide words into the core before the first preposition, and what each preposition brings in."""
    core: list[str] = []
    adjuncts: list[list[str]] = []
    particles: list[str] = []
    for n, word in enumerate(words):
        if n and (word in ALWAYS_PARTICLES or (word in PARTICLES and n + 1 == len(words))):
            particles.append(word)
        elif n and word in PREPOSITIONS:
            adjuncts.append([PREPOSITIONS[word]])
        elif adjuncts:
            adjuncts[-1].append(word)
        else:
            core.append(word)
    return [*core, *sorted(particles)], adjuncts


def _to_active(core: list[str], adjuncts: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """Put the agent first: the umbrella |stolen, by the woman → the woman steal the umbrella."""
    place = next((n for n, word in enumerate(core) if word.startswith("|")), 0)
    agent = next(
        (part for part in adjuncts if part[0] == "by" and part[1:2] and not part[1].endswith("ing")), None
    )
    doer = agent[1:] if agent else [LEFT_OUT]
    others = [part for part in adjuncts if part is not agent]
    return [*doer, core[place].lstrip("|"), *core[:place], *core[place + 1 :]], others


def _folded(words: list[str], lemma: Lemma, synonyms: Mapping[tuple[str, ...], str]) -> tuple[str, ...]:
    """Return dictionary forms without determiners, each run of synonyms as one word."""
    kept = [
        word
        for word, following in pairwise([*words, ""])
        if word not in DETERMINERS or (word == "some" and following.endswith("s"))
    ]
    plain = [word if word[0] == "@" else lemma(word) for word in kept]
    return tuple(known or plain[n] for n, known in synonym_runs(plain, synonyms))


def _complement(core: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """Replace one of two complementary words by the other, negated."""
    flipped = sum(word in COMPLEMENTS for word in core)
    return flipped, tuple(COMPLEMENTS.get(word, word) for word in core)
