"""Wishes: a message that says two things to do, one after the other, or one of them."""

import re
from collections.abc import Iterator
from itertools import islice

_TO_DO = (
    r"(?:ask|tell|show|give|hand|go|walk|head|run|back|return|climb|leave|enter|take|get|grab|pick|look|"
    r"have a look|examine|read|open|cut|burn|wait|talk|speak|put|push|pull|hide|follow|jump|grip|turn|lift)\b"
)
_JOINTS = {
    "en": re.compile(
        r"(?:\s*[,;.!]\s*|\s+)(?:and then|and|then|after that,?)\s+(?:i(?:'ll| will)? )?|\s*[.;!]\s+",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"\s*[，,；;。！]\s*我?(?:然后|接着|随后|之后|再)?我?|(?:然后|接着|随后|再)我?",
    ),
}
_EMBEDDED = {
    "en": re.compile(r"\b(?:whether|if|that|who|what|why|how|when|where)\b", re.IGNORECASE),
    "zh": re.compile(r"有没有|是不是|会不会|能不能|为什么|怎么"),
}
"""What is asked may have verbs of its own, which are nobody's wishes."""
_VERBS = {
    "en": re.compile(
        rf"^\W*(?:(?:please|i|i'll|i will|let's|first|(?:can|could|may) (?:i|we)) )*{_TO_DO} \S",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"^\W*(?:请|我|先|我先|我要|我想)*(?:去(?![年了过世])|回|走|拿|捡|带|问|告诉|把|给|跟|和|看|查|检查|打开|等)."
    ),
}
_OR = {
    "en": re.compile(r" or (?:else |maybe |perhaps )?(?!not\b|so\b|what\b)", re.IGNORECASE),
    "zh": re.compile(r"或者|或是|要么|还是|(?<=.)就是(?=[去看拿找])"),
}
_EITHER = {
    "en": re.compile(r"^\W*(?:(?:i|we) )?either ", re.IGNORECASE),
    "zh": re.compile(r"^\W*(?:我们?)?(?:要么|或者|不是(?=.+就是))"),
}
_MOST = 4
"""The most parts that are told apart."""


def alternatives_in(language: str, message: str) -> list[str]:
    """Return the parts of a message between which it leaves open what to do; none where it leaves nothing.

    Args:
        language: `en` or `zh`.
        message: what was said.
    """
    told = _EITHER[language].sub("", " ".join(message.split())).rstrip(" .?!。？！")
    parts = [part.strip(" ,，") for part in _OR[language].split(told, maxsplit=_MOST - 1)]
    found = [part for part in parts if part]
    return found if len(found) > 1 else []


def splits_in(language: str, message: str) -> Iterator[tuple[str, str]]:
    """Yield the ways in which a message may say one thing and then another, at each joint of its clauses.

    Args:
        language: `en` or `zh`.
        message: what was said.
    """
    told = " ".join(message.split())
    for joint in islice(_JOINTS[language].finditer(told), _MOST):
        first, rest = told[: joint.start()].strip(), told[joint.end() :].strip(" .!。！")
        if _EMBEDDED[language].search(first):
            return
        if first and rest:
            yield first, rest


def begins_with_deed(language: str, text: str) -> bool:
    """Return whether a text begins with a verb of something to do.

    Args:
        language: `en` or `zh`.
        text: a message or a part of one.
    """
    return bool(_VERBS[language].search(text))
