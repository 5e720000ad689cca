"""Questions that were answered YES as claims, from which a player without a model makes its answer."""

import re

_DO = frozenset({"did", "does", "do"})
_FIRST = frozenset("is was are were has had have can could will would should must might may am".split())
_ALONE = frozenset(
    "i he she it they we you this that these those there somebody someone anybody anyone everybody everyone"
    " nobody something anything everything nothing".split()
)
_BEFORE_NOUN = frozenset("the a an his her its their my our your some any another each both all no".split())
_OF = frozenset({"of", "with", "in", "from"})
_ANY = {"anybody": "somebody", "anyone": "someone", "anything": "something", "any": "some"}
_ENDINGS = ("ing", "ed", "en")

_ZH_END = re.compile(r"(?:吗|呢|么|嘛|吧|对吗|对不对|是吗|是不是|对吧)?[？?。.！!\s]*$")
_ZH_EITHER = re.compile(r"([是有会能在要想])[不没]\1|有没有")


def as_claim(question: str, lang: str) -> str:
    """Turn a yes/no question into the claim that YES confirms; a claim stays as it is.

    Word order is changed by simple rules; the result is understandable where they do not fit.

    Args:
        question: as it was asked.
        lang: `en` or `zh`.
    """
    return _chinese(question) if lang == "zh" else _english(question)


def _chinese(question: str) -> str:
    body = _ZH_END.sub("", question.strip())
    return _ZH_EITHER.sub(lambda found: found[1] or "有", body) + "。"


def _english(question: str) -> str:
    words = [_ANY.get(word.lower(), word) for word in question.strip().rstrip("?.! ").split()]
    first = words[0].lower() if words else ""
    if first in _DO:
        words = words[1:]
    elif first in _FIRST and len(words) > 2:
        end = _subject(words[1:])
        words = [*words[1 : 1 + end], first, *words[1 + end :]]
    text = " ".join(words)
    return f"{text[:1].upper()}{text[1:]}."


def _subject(words: list[str]) -> int:
    """Count the words of the subject: an article and a noun, with an `of …` behind it."""
    if words[0].lower() in _ALONE:
        return 1
    end = 2 if words[0].lower() in _BEFORE_NOUN else 1
    if len(words) > end + 2 and words[end].lower() in _OF:
        return end + 1 + _subject(words[end + 1 :])
    adjective_before = len(words) > end + 1 and words[end + 1].lower().endswith(_ENDINGS)
    return end + 1 if adjective_before and not words[end].lower().endswith(_ENDINGS) else end
