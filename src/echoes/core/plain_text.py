"""Text from outside, made harmless: no control characters, no direction tricks. And plurals."""

import hashlib
import unicodedata

_KEPT = {"\n", "\t"}
_WITHOUT_KEPT = str.maketrans("", "", "\n\t")


def clean(text: str) -> str:
    """Drop what can't be seen and could mislead.

    Control, format (bidirectional overrides, zero-width), surrogate and private-use
    characters go; newline and tab stay; the words stay as they were typed.
    """
    return strip_controls(text).strip()


def strip_controls(text: str) -> str:
    """As `clean`, with the white space at both ends kept: for a piece of a text."""
    if text.isprintable():  # nearly every text, and much quicker
        return text
    text = text.replace("\r\n", "\n")
    if text.translate(_WITHOUT_KEPT).isprintable():
        return text
    kept = (c for c in text if c in _KEPT or unicodedata.category(c)[0] != "C")
    return "".join(kept)


def prompt_delimiter(text: str) -> str:
    """A mark to stand around a text in a prompt: as it follows from the text, nobody can write it in."""
    return f"[{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:12]}]"


def hidden_characters(text: str) -> list[str]:
    """The names of characters in `text` that `clean` would drop, for reports."""
    found = {c for c in set(text) if c not in _KEPT and c != "\r" and unicodedata.category(c)[0] == "C"}
    return sorted(unicodedata.name(c, f"U+{ord(c):04X}") for c in found)


def pluralize(count: float, thing: str) -> str:
    """A count with its noun in English, such as `1 hint` or `2 hints`."""
    return f"{count:g} {thing}" + ("" if count == 1 else "s")
