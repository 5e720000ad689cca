"""Questions: what they ask for, in English and Chinese."""

import re
import unicodedata
from typing import Literal

AskedFor = Literal["number", "time", "duration", "place", "reason", "person", "manner", "thing", ""]
"""What a question asks for; empty where yes or no answers it."""

_ASKED_FOR: tuple[tuple[AskedFor, re.Pattern[str]], ...] = (
    ("duration", re.compile(r"\bhow (?:long|soon)\b|多久|多长时间|多少时间|几分钟|几个?(?:小时|钟头)")),
    ("time", re.compile(r"\b(?:when|what (?:time|hour))\b|几点|什么时候|何时|几时")),
    ("number", re.compile(r"\bhow (?:many|much|few)\b|多少|几[个位名人条只对把扇层枚本]")),
    ("place", re.compile(r"\bwhere\b|哪儿|哪里|在哪|何处|哪边")),
    ("reason", re.compile(r"\b(?:why|how come|what for)\b|为什么|为何|为啥|干嘛|凭什么")),
    ("person", re.compile(r"\bwho(?:m|se)?\b|\btell me about\b|谁|说说|讲讲|介绍")),
    ("manner", re.compile(r"\bhow\b|怎么|怎样|如何|多[大高长重远深]")),
    ("thing", re.compile(r"\b(?:what|which)\b|什么|哪")),
)
_POLAR = re.compile(
    r"^(?:so |and |but |then )?(?:is|are|was|were|am|do|does|did|can|could|will|would|should|has|have|had|"
    r"isn't|aren't|doesn't|don't|didn't|can't)\b|吗|是不是|有没有|能不能|会不会|对不对",
    re.IGNORECASE,
)
_OF_SELF = re.compile(r"\b(?:i|me|my|we|us|our)\b|我|咱", re.IGNORECASE)
_OF_SPEAKERS = re.compile(
    r"(?<!war )\bi\b|\b(?:me|my|myself|yours?|yourself)\b"
    r"|(?<!thank )(?<!can )(?<!could )(?<!if )(?<!when )\byou\b|(?<![自忘])我(?![们国])|[你您](?!们)",
    re.IGNORECASE,
)
"""Whoever speaks, or is spoken to; *we*, and *you* behind *can* or *if*, may be people in general."""
_QUOTED = re.compile(r"\"[^\"]*\"|[“‘「『《][^”’」』》]*[”’」』》]")


def asked_for(text: str) -> AskedFor:
    """Return the things that a question asks for."""
    bare = unicodedata.normalize("NFKC", text).casefold()
    for kind, pattern in _ASKED_FOR:
        if pattern.search(bare):
            return kind
    return ""


def is_polar(question: str) -> bool:
    """Return whether yes or no can answer a question."""
    return bool(_POLAR.search(question.casefold().strip()))


def speaks_of_self(text: str) -> bool:
    """Return whether whoever says a text speaks of themselves, or of themselves among others."""
    return bool(_OF_SELF.search(text))


def speaks_of_speakers(text: str) -> bool:
    """Return whether a text speaks of whoever says it, or of whoever it is said to."""
    return bool(_OF_SPEAKERS.search(text))


def without_quotations(text: str) -> str:
    """Return a text without what stands in quotation marks."""
    return _QUOTED.sub(" ", text)
