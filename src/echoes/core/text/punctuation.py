"""Punctuation between the parts of a text: full width where one of them is Chinese."""

import re
from collections.abc import Sequence

_CHINESE = re.compile("[一-鿿]")


def with_colon(title: str, text: str) -> str:
    """Return a text after its title or speaker."""
    return f"{title}{'：' if _CHINESE.search(title + text) else ': '}{text}"


def in_brackets(text: str, beside: str) -> str:
    """Return a text in brackets, to stand behind another; empty for an empty one."""
    if not text:
        return ""
    return f"（{text}）" if _CHINESE.search(text + beside) else f" ({text})"


def enumerated(items: Sequence[str], beside: str = "") -> str:
    """Return items in a row, to stand beside another text."""
    return ("、" if _CHINESE.search("".join([beside, *items])) else ", ").join(items)
