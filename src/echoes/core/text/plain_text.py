"""Sanitizing text from outside (control characters, bidirectional overrides), and plurals."""

import hashlib
import re
import unicodedata

_SENTENCE_END = re.compile(r"(?:[。！？]|[.!?…](?=[\"”’'»)*_\s]|$))[.!?…。！？]*[\"”’'»」』）)*_]*")
_ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
"""What arrow keys and pasting send to a terminal that nobody asked to read them."""
_KEPT = {"\n", "\t"}
_WITHOUT_KEPT = str.maketrans("", "", "\n\t")


def clean(text: str) -> str:
    """Remove invisible characters that could mislead, and white space at both ends.

    Control, format (bidirectional overrides, zero-width), surrogate and private-use characters are removed.
    Newlines, tabs and all words stay.
    """
    return strip_controls(text).strip()


def strip_controls(text: str) -> str:
    """Remove the same characters as `clean`, but keep white space at both ends, for a part of a text."""
    if text.isprintable():  # nearly every text, and much quicker
        return text
    text = _ESCAPES.sub("", text.replace("\r\n", "\n"))
    if text.translate(_WITHOUT_KEPT).isprintable():
        return text
    kept = (c for c in text if c in _KEPT or unicodedata.category(c)[0] != "C")
    return "".join(kept)


def prompt_delimiter(text: str) -> str:
    """Return a mark to put around a text in a prompt; it is a hash of the text, so nobody can forge it."""
    return f"[{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:12]}]"


def hidden_characters(text: str) -> list[str]:
    """Return the names of the characters that `clean` would remove from a text, for reports."""
    found = {c for c in set(text) if c not in _KEPT and c != "\r" and unicodedata.category(c)[0] == "C"}
    return sorted(unicodedata.name(c, f"U+{ord(c):04X}") for c in found)


def capitalized(text: str) -> str:
    """Return a text whose first letter is a capital, the others as they are."""
    return text[:1].upper() + text[1:]


def simplified(text: str) -> str:
    """Return a text in simplified characters."""
    if text.isascii():
        return text
    from zhconv_rs import zhconv  # quick to leave out where nobody writes Chinese

    return zhconv(text.encode(errors="replace").decode(), "zh-cn")


def pluralize(count: float, thing: str) -> str:
    """Return a count with its English noun, such as `1 hint` or `2 hints`."""
    return f"{count:g} {thing}" + ("" if count == 1 else "s")


def whole_sentences(text: str) -> str:
    """Return a text up to the end of its last whole sentence; empty if there is none."""
    ends = [*_SENTENCE_END.finditer(text)]
    return text[: ends[-1].end()].rstrip() if ends else ""
