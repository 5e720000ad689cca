"""Descriptions: the sentences that name a thing, by a noun, and looks that see more than the thing."""

import re
from collections.abc import Sequence
from itertools import accumulate, pairwise

from echoes.language.chinese.logical_form import tagged_words
from echoes.language.english.morphology import kinds_of, shortest_lemma
from echoes.language.readers import reader_for

_BETWEEN = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][”\"’']))\s+(?![a-z])|(?<=[。！？])(?![”」』])")
"""Where a sentence ends; what somebody says belongs to the words behind it."""
_UNIT = "[张个把扇座条盏块些只]"
_POINTS = re.compile(f"^(?:一下|[这那一两几]{_UNIT}|[这那一]|{_UNIT})+")
_COUNTED = re.compile(f"^[这那一两几]{_UNIT}")
_ENDS = re.compile("[户子儿]$")
_BEYOND = {
    "en": re.compile(
        r"\b(?:look|peer|peek|peep|see|search|check|feel)(?: \w+)?? "
        r"(?:behind|beneath|under|underneath|below|through|inside|into|in|beyond|out)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile("(?:[后背下底里外内对][面边头]|背后|底下|之[下后]|[里下外])$"),
}
"""Where a look goes that sees more than the thing."""
_SIMILES = {
    "en": re.compile(r"\b(?:like|as if|as though|as \w+ as)\b[^,.;:!?]*", re.IGNORECASE),
    "zh": re.compile("(?:好?像|如同?|仿佛|犹如|似)[^，。；！？]*?(?:一样|一般|似的|般)"),
}
"""What a thing is compared with is not there."""
_WORD = re.compile(r"[a-z][a-z'-]*|[^\sa-z]")
_SUBJECTS = frozenset("he she it they we you i who to can could will would may might must".split())


def looks_beyond(language: str, message: str) -> bool:
    """Return whether a message looks behind, under or into something: no description tells what is there."""
    return bool(_BEYOND[language].search(message.rstrip(" .!?。！？")))


def sentences_naming(language: str, thing: str, description: str) -> str:
    """Return the sentences of a description that name a thing; empty where none does."""
    named = [one for one in _BETWEEN.split(description) if names_thing(language, one, thing)]
    return ("" if language == "zh" else " ").join(named)


def names_thing(language: str, text: str, thing: str) -> bool:
    """Return whether a text names a thing in full, by a noun."""
    there = _SIMILES[language].sub("", text)
    return _names_in_chinese(there, thing) if language == "zh" else _names_in_english(there, thing)


def _names_in_chinese(text: str, thing: str) -> bool:
    """Return whether a thing is a run of words of a text, the last a noun, or the end of one."""
    bare = _POINTS.sub("", thing)
    meant = {bare, _ENDS.sub("", bare) if len(bare) > 1 else bare} - {""}
    words = tagged_words(text)
    places = [*accumulate((len(word) for word, _ in words), initial=0)]
    spans = [*zip(pairwise(places), words, strict=True)]
    begins = {start for (start, _), _ in spans}
    begins |= {start + found.end() for (start, _), (word, _) in spans if (found := _COUNTED.match(word))}
    ends = [span for span, (word, tag) in spans if tag[0] in "ns" or _COUNTED.match(word)]
    return any(
        text[:end].endswith(one) and (end - len(one) in begins or 1 < len(one) < end - start)
        for start, end in ends
        for one in meant
    )


def _names_in_english(text: str, thing: str) -> bool:
    """Return whether a thing is a run of words of a text, the last of them a noun."""
    ideas = reader_for("en").ideas(thing)
    meant = [base for word in _WORD.findall(thing.casefold()) if (base := shortest_lemma(word)) in ideas]
    words = _WORD.findall(text.casefold())
    bases = [shortest_lemma(word) for word in words]
    return bool(meant) and any(
        bases[last - len(meant) + 1 : last + 1] == meant and _is_noun(words, last)
        for last in range(len(meant) - 1, len(words))
    )


def _is_noun(words: Sequence[str], at: int) -> bool:
    """Return whether a word is a noun by those beside it: in "the great bench runs", only "bench" is."""
    kinds = kinds_of(words[at])
    before, after = ([*words[at - 1 : at]] or [""])[0], ([*words[at + 1 : at + 2]] or [""])[0]
    if "NOUN" not in kinds:
        return False
    if "VERB" in kinds and (before in _SUBJECTS or _can_be_subject(before, words[at])):
        return False
    follows_noun = "NOUN" in kinds_of(after) and not (after.endswith("s") and "VERB" in kinds_of(after))
    return not ("ADJ" in kinds and follows_noun)


def _can_be_subject(noun: str, verb: str) -> bool:
    """Return whether a noun has the number of a verb: one runs, two run."""
    kinds = kinds_of(noun)
    is_plural = noun.endswith("s") and not noun.endswith("ss")
    return "NOUN" in kinds and "ADJ" not in kinds and is_plural != (verb.endswith("s"))
