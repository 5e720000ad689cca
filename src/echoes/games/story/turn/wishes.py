"""Wishes: a message that says two things to do, one after the other, of which a turn can do one."""

import re

_JOINTS = {
    "en": re.compile(
        r"(?:\s*[,;.]\s*|\s+)(?:(?:and|and then|then|after that,?)\s+)(?=(?:i(?:'ll)? )?(?:ask|tell|show|"
        r"give|hand|go|walk|head|return|climb|leave|enter|take|get|grab|pick|look|examine|read|open|cut|burn|wait|"
        r"talk|speak)\b)",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?:\s*[，,；;。]\s*(?:我)?(?:然后|接着|随后|之后|再)?|(?:然后|接着|随后|再))"
        r"(?:我)?(?=(?:去(?![年了过世])|回(?!事)|走到|拿|捡|带上|问|告诉|把|给|跟|和|看看|查看|检查|打开|等))"
    ),
}
_EMBEDDED = {
    "en": re.compile(r"\b(?:whether|if|that|who|what|why|how|when|where)\b", re.IGNORECASE),
    "zh": re.compile(r"有没有|是不是|会不会|能不能|为什么|怎么"),
}
"""What is asked may have verbs of its own, which are nobody's wishes."""
_VERBS = {
    "en": re.compile(
        r"^\W*(?:(?:please|i|i'll|i will|let's|first) )*(?:ask|tell|show|give|hand|go|walk|head|return|climb|"
        r"leave|enter|take|get|grab|pick|look|examine|read|open|cut|burn|wait|talk|speak) \S",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"^\W*(?:请|我|先|我先|我要|我想)*(?:去(?![年了过世])|回|走|拿|捡|带|问|告诉|把|给|跟|和|看|查|检查|打开|等)."
    ),
}


def wishes_in(language: str, message: str) -> list[str]:
    """Return the parts of a message that each begin with something to do; none where it has only one.

    Args:
        language: of the message.
        message: what the player sent.
    """
    if _EMBEDDED[language].search(message):
        return []
    parts = [part.strip() for part in _JOINTS[language].split(message) if part.strip()]
    is_each = all(_VERBS[language].search(part) for part in parts)
    return parts if len(parts) > 1 and is_each else []
