"""The logical form of a Chinese sentence."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from echoes.language.chinese.lexicon import (
    ADVERBS,
    CONDITIONS,
    EMPTY,
    FRAMES,
    LOCALIZER,
    MEASURES,
    MOODS,
    NEGATIVE,
    OPPOSITE,
    PHRASES,
    PREPOSITIONS,
    SAME_PREPOSITION,
    SPLIT_NEGATIVE,
    STRICT,
    UNITS,
)
from echoes.language.logical_form import NOT, LogicalForm
from echoes.language.symbols import LEFT_OUT, MEMBER, SOMEBODY, is_member

Word = tuple[str, str]
"""A word and its part of speech, by the tags of jieba."""


def same_phrases(text: str) -> str:
    """Bring phrases that say the same wherever they stand to one."""
    for pattern, long in PHRASES:
        text = pattern.sub(long, text)
    return text


def match_frame(body: str) -> tuple[str, str]:
    """Recognise the usual ways to ask whether something exists or matters.

    Returns:
        The frame's name, or nothing, and the text that remains.
    """
    for name, pattern in FRAMES:
        if found := pattern.match(body):
            negated = "没" if "没有" in body[found.end("x") :] or body.startswith("没") else ""
            return name, negated + found["x"]
    return "", body


def parse_logical_form(name: str, body: str, asks: bool, synonyms: Mapping[str, str]) -> LogicalForm | None:
    """Parse a sentence; None where this grammar does not cover it.

    Args:
        name: the name of its frame, if it has one.
        body: the text without particles and lead-ins; characters of the story are single private-use ones.
        asks: whether a negation in it makes it ambiguous ("他没死吗").
        synonyms: words by the one that stands for them.
    """
    words = words_of(body)
    if not words or _TOO_MUCH.search(body) or any(word in CONDITIONS for word, _ in words):
        return None
    negations, flips, mood, rest = 0, 0, name, list[Word]()
    for n, (word, tag) in enumerate(words):
        if word in SPLIT_NEGATIVE:
            negations, word = negations + 1, SPLIT_NEGATIVE[word]
        if word == OPPOSITE:
            flips += 1
        elif word in NEGATIVE:
            negations += 1
        elif word in MOODS and not name:
            mood = MOODS[word]
        elif word == "有" and not name and n + 1 < len(words) and words[n + 1][1][0] == "v":
            continue  # 有没有撒谎 says no more than 撒谎
        elif word not in EMPTY:
            rest.append((word, tag))
    core, adjuncts = (rest, list[list[Word]]()) if name else _divide(in_order(rest))
    if any(part[0][0] == "在" and is_member(part[-1][0]) for part in adjuncts):
        return None  # 在恭喜她: nobody is a place
    folded = _folded(core, synonyms)
    if asks and negations:
        mood, negations = f"{mood}{NOT}", 0
    if sum(map(bool, folded)) < (1 if name else 2):
        return None  # a name alone says nothing
    found = frozenset(text for part in adjuncts if (text := _joined(part, synonyms)))
    strict = bool(STRICT.search(body))
    return LogicalForm(folded, found, mood, bool((negations + flips) % 2), strict)


_TOO_MUCH = re.compile(rf"^(?:就|光|唯独|单单)|{MEMBER}把?[^,]{{0,3}}当(?![时天晚年中初场])|{MEMBER}.*有人")
"""Constructions beyond this grammar: only him, mistaking one for another, somebody beside a character."""


def words_of(body: str) -> list[Word]:
    """Return the tagged words of a sentence, with a cleft subject first."""
    return _cleft([word for word in tagged_words(body) if word[0] not in ",，、"])


def in_order(words: list[Word]) -> list[Word]:
    """Return agent, verb, object in this order, without measure words."""
    return _active(_without_measures(words))


def is_empty(word: str) -> bool:
    """Return whether a word changes nothing that YES or NO would answer."""
    return word in EMPTY or word in NEGATIVE or word in ("有", "把", "被", LEFT_OUT)


def _without_measures(words: list[Word]) -> list[Word]:
    """Drop measure words: 一把伞 says no more than 伞."""
    result: list[Word] = []
    for n, (word, tag) in enumerate(words):
        counted = n and (words[n - 1][0].isdigit() or words[n - 1][1] in ("m", "r"))
        if (tag in ("q", "mq") and word not in UNITS) or (counted and word in MEASURES):
            continue
        if word in ("1", "一") and n + 1 < len(words):
            continue
        result.append((word, tag))
    return result


def _cleft(words: list[Word]) -> list[Word]:
    """Undo a cleft sentence: 钱是朋友偷的, 偷钱的是朋友 → 朋友偷钱."""
    texts = [word for word, _ in words]
    if "是" not in texts:
        return words
    at = texts.index("是")
    verbs = [n for n, (_, tag) in enumerate(words) if tag[0] == "v" and n != at]
    before, after = words[:at], words[at + 1 :]
    acts = bool(after[1:]) and _is_thing(*after[0]) and any(n > at + 1 for n in verbs)
    if texts[-1] == "的" and before and acts and all(_is_thing(*word) or word[0] in EMPTY for word in before):
        return [after[0], *after[1:-1], *before]
    ends = texts[at - 1] == "的" or texts[max(0, at - 2) : at] == ["的", "人"]
    if ends and len(after) == 1 and before and before[0][1][0] == "v" and _is_thing(*after[0]):
        return [*after, *before[: texts.index("的")]]
    return words


def _active(words: list[Word]) -> list[Word]:
    """Undo 被 and 把: agent, verb, object."""
    texts = [word for word, _ in words]
    if "被" in texts:
        at = texts.index("被")
        verb = next((n for n in range(at + 1, len(words)) if words[n][1].startswith("v")), None)
        if verb is None:
            return words
        doer = words[at + 1 : verb]
        manner = [word for word in doer if word[0] in ADVERBS]
        who = [("有人", "r") if word[0] in _ANYBODY else word for word in doer if word[0] not in ADVERBS]
        who = who or [(LEFT_OUT, "r")]
        return [*who, *manner, *words[verb : verb + 1], *words[:at], *words[verb + 1 :]]
    if "把" in texts:
        at = texts.index("把")
        verb = next((n for n in range(at + 1, len(words)) if words[n][1].startswith("v")), None)
        if verb is None:
            return words
        return [*words[:at], *words[verb : verb + 1], *words[at + 1 : verb], *words[verb + 1 :]]
    return words


def _divide(words: list[Word]) -> tuple[list[Word], list[list[Word]]]:
    """Divide words into the core and what prepositions and adverbs bring in."""
    core: list[Word] = []
    adjuncts: list[list[Word]] = []
    n = 0
    while n < len(words):
        word, tag = words[n]
        if word in ADVERBS or tag == "t":
            adjuncts.append([(word, tag)])
        elif word == "在" and n + 1 < len(words) and words[n + 1][1] == "t":
            pass
        elif word in PREPOSITIONS and n + 1 < len(words) and (n or word in ("因为", "为了", "当", "在")):
            end = n + 1
            while end < len(words) and not words[end][1].startswith("v") and words[end][0] not in ADVERBS:
                end += 1
            adjuncts.append([(SAME_PREPOSITION.get(word, word), tag), *words[n + 1 : end]])
            n = end
            continue
        else:
            core.append((word, tag))
        n += 1
    return core, adjuncts


def _folded(core: Sequence[Word], synonyms: Mapping[str, str]) -> tuple[str, ...]:
    """Return the agent, the other nouns in their order, and the rest in any order.

    Chinese moves verbs and adverbs freely (夜里放回去, 放回去是在夜里); who does what to whom
    is told by the order of the things.
    """
    core = [one for one in core if one not in _AT]
    things = [(word, tag) for word, tag in core if _is_thing(word, tag)]
    said = [(word, tag) for word, tag in core if not _is_thing(word, tag)]
    rest = [synonyms.get(word, word) for word, _ in said]
    if sum(tag[0] == "v" for _, tag in said) < 2:
        rest.sort()
    doer = _joined(things[:1], synonyms)
    return (SOMEBODY if doer == "有人" else doer, _joined(things[1:], synonyms), "".join(rest))


def _is_thing(word: str, tag: str) -> bool:
    return tag[0] in "nrsx" or word in (LEFT_OUT, "有人") or is_member(word)


def _joined(words: Sequence[Word], synonyms: Mapping[str, str]) -> str:
    texts = [LOCALIZER.sub("", word) or ("" if n else word) for n, (word, _) in enumerate(words)]
    return "".join(synonyms.get(text, text) for text in texts)


_ANYBODY = ("人", "谁", "别人", "有人")
_AT = (("上", "f"), ("里", "f"), ("中", "f"), ("里面", "f"))
"""Localizers that stand alone: 后座上 is 后座."""


@lru_cache(maxsize=20_000)
def tagged_words(text: str) -> tuple[Word, ...]:
    """Return the words of a text with their tags."""
    import rjieba

    return tuple((word, tag) for word, tag in rjieba.tag(text, hmm=False))
