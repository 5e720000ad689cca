"""The keyword form of a Chinese sentence."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from echoes.language.chinese.lexicon import (
    ASIDE,
    ATTITUDE,
    ATTITUDES,
    COMPLEMENT,
    GIVING_BACK,
    GUARDED,
    KIN,
    LOCALIZER,
    NEGATION,
    OPEN_KINDS,
    SOME,
    UNDECISIVE,
    WANT,
    WEIGHTY,
)
from echoes.language.chinese.logical_form import Word
from echoes.language.keyword_form import KeywordForm
from echoes.language.symbols import is_member

_WILL = re.compile(r"(?<![不机约开聚误体社议宴晚学])会(?![议面员计场儿])")
_HAS = re.compile(r"(?<![为难经通])[了过](?!解)")


def parse_keyword_form(
    name: str,
    body: str,
    words: Sequence[Word],
    skipped: Callable[[str], bool],
    synonyms: Mapping[str, str],
) -> KeywordForm | None:
    """Return the keyword form of a sentence.

    Args:
        name: the name of its frame, if it has one.
        body: its characters, with characters of the story as single private-use ones.
        words: the same as words, in the order agent, verb, object.
        skipped: tells whether a word carries no meaning of its own.
        synonyms: words by the one that stands for them.
    Returns:
        The form; None where there are function words only, or a single word is only named.
    """
    body = ASIDE.sub("", body)
    negated = len(NEGATION.findall(body)) % 2
    strict = sorted(set(WEIGHTY.findall(body)))
    attitudes = {ATTITUDES[found] for found in map(str, ATTITUDE.findall(body))}
    guards: tuple[str, ...] = (
        name,
        str(negated),
        *strict,
        *sorted(attitudes),
        *sorted({KIN.get(found, found) for found in map(str, GUARDED.findall(body))}),
        *sorted(word for word, _ in words if word.isdigit()),
        *(["some"] if SOME.search(body) else []),
        *sorted(kind for kind, pattern in OPEN_KINDS.items() for _ in pattern.findall(body)),
    )
    told = [word for word, _ in words if not (is_member(word) or word.isdigit() or ASIDE.fullmatch(word))]
    small = [word for word in told if skipped(word) and not (word == "还" and GIVING_BACK.search(body))]
    content = {word: _same(word, synonyms) for word in told if word not in (*ATTITUDES, *small)}
    content = content or {word: word for word in told if word in ATTITUDES}
    if not content or not (name or len(words) > 1):
        return None
    order = tuple(content.get(word, word) for word, _ in words if is_member(word) or word in content)
    return KeywordForm(
        guards,
        tuple(word for word, _ in words if is_member(word)),
        frozenset(content.values()),
        order,
        _heads(body, words, content, synonyms),
        strict=bool(strict or negated or name == "matter" or "," in body),
        gaps=_gaps(words, content),
        attitudes=frozenset(attitudes),
        restrictions=frozenset(strict),
        decisive=_decisive((name, *guards[2:]), body) | {f"negated {negated}"},
        voice=_voice(words),
        aspect=_aspect(body),
    )


def _voice(words: Sequence[Word]) -> Literal["active", "passive", ""]:
    """Return the voice of a sentence: 被 is passive, and active is what has an object behind its verb."""
    if any(word == "被" for word, _ in words):
        return "passive"
    verbs = [n for n, (_, tag) in enumerate(words) if tag[0] == "v"]
    objects = words[verbs[0] + 1 :] if verbs else ()
    return "active" if any(tag[0] == "n" or is_member(word) for word, tag in objects) else ""


def _aspect(body: str) -> str:
    """Return whether it tells of what has happened, or of what will or would; empty where it says neither."""
    will, has = bool(_WILL.search(body)), bool(_HAS.search(body))
    return "" if will == has else "to come" if will else "done"


def _decisive(guards: Sequence[str], body: str) -> frozenset[str]:
    """Return the guards that decide what is asked, whatever else is said."""
    return frozenset(
        one
        for one in guards
        if one and one not in UNDECISIVE and not one.isdigit() and (one != "想" or WANT.search(body))
    )


def _gaps(words: Sequence[Word], content: Mapping[str, str]) -> tuple[int, ...]:
    """Return the places of 它 in the order of the words, and the end where no object follows the verb."""
    found: list[int] = []
    place, tag = 0, ""
    for word, kind in words:
        if word in ("它", "它们"):
            found.append(place)
        elif is_member(word) or word in content:
            place, tag = place + 1, kind
    return (*found, place) if tag.startswith("v") and place not in found else tuple(found)


def _same(word: str, synonyms: Mapping[str, str]) -> str:
    return synonyms.get(word, synonyms.get(_stem(word), _stem(word)))


def _stem(word: str) -> str:
    """Return a word without localizer or resultative complement: 偷走 becomes 偷."""
    return COMPLEMENT.sub("", LOCALIZER.sub("", word)) or word


def _heads(
    body: str, words: Sequence[Word], content: Mapping[str, str], synonyms: Mapping[str, str]
) -> frozenset[str]:
    """Return the head nouns after 的, a character or another noun: the widow's husband, the car keys."""
    found = {
        _same(word, synonyms)
        for (_, before), (word, tag) in pairwise(words)
        if before[0] in "nz" and tag[0] == "n"
    }
    behind = {same for word, same in content.items() if _is_behind(_stem(word), body)}
    return frozenset(found | behind)


def _is_behind(word: str, body: str) -> bool:
    """Return whether a word stands right after 的 or a character somewhere."""
    at = body.find(word)
    while at >= 0:
        if at and (body[at - 1] == "的" or is_member(body[at - 1])):
            return True
        at = body.find(word, at + 1)
    return False
