"""Prose of models: whether a reply is any, and its sentences."""

import re

_HEADER = re.compile(r"[^\n|]{0,160}\|[^\n|]{0,40}")
_WORDLESS = re.compile(r"[\W\d_]*")
_SENTENCE = re.compile(r"[^。！？.!?\n]*(?:[。！？.!?]+[”」』\"’]*|\n|$)\s*")


def is_no_prose(text: str) -> bool:
    """Return whether a text is empty, a form such as JSON, a header alone, or has no words."""
    is_form = text.lstrip().startswith(("{", "[", "```", "<")) or _HEADER.fullmatch(text.strip())
    return bool(is_form) or not _WORDLESS.sub("", text)


def prose_sentences(text: str) -> list[str]:
    """Return the sentences of a text, each with the white space behind it."""
    return [one for one in _SENTENCE.findall(text) if one.strip()]
