"""Names that look alike: one form in which they are compared, as the skeleton of Unicode's UTS #39."""

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

_IGNORABLE = {"\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u2800", "\u3164", "\uffa0"}
"""Letters, marks and a symbol that show nothing; variation selectors are known by their names."""
_AFTER_CASE = str.maketrans({"i": "l", "j": "l"})
_ONE_FOR_TWO = (("rn", "m"), ("vv", "w"))
_MOST_MARKS = 2
"""Marks on one letter, above which they cover the lines around it."""


def without_invisible(name: str) -> str:
    """Return a name without what shows nothing or covers the lines around it, white space as one space."""
    kept = ""
    for c in unicodedata.normalize("NFC", name):
        if not (_is_mark(c) and all(map(_is_mark, kept[-_MOST_MARKS:]))):
            kept += " " if c.isspace() else "" if _is_invisible(c) else c
    return " ".join(kept.split())


@lru_cache(maxsize=4096)
def name_skeleton(name: str) -> str:
    """Return the form in which names are compared: those that people take for one another have the same.

    Case, width, marks, spaces and punctuation make no difference, nor do characters of which one is taken for
    the other. The form is for comparing only.
    """
    folded = _folded(_folded(name).casefold()).translate(_AFTER_CASE)
    for two, one in _ONE_FOR_TWO:
        folded = folded.replace(two, one)
    return folded or unicodedata.normalize("NFKC", name)


def _folded(text: str) -> str:
    """Return the base characters of a text, each as the first of those that look like it."""
    text = unicodedata.normalize("NFKD", text).translate(_look_alikes())
    return "".join(c for c in text if unicodedata.category(c)[0] in "LNS" and not _is_unseen(c))


def _is_unseen(c: str) -> bool:
    """Return whether a letter or symbol shows nothing, or no more than an accent does."""
    return _is_invisible(c) or unicodedata.category(c) == "Sk" or "\u02b0" <= c <= "\u02ff"


def _is_mark(c: str) -> bool:
    return unicodedata.category(c) in ("Mn", "Me")


def _is_invisible(c: str) -> bool:
    return (
        c in _IGNORABLE
        or unicodedata.category(c)[0] == "C"
        or "VARIATION SELECTOR" in unicodedata.name(c, "")
    )


@cache
def _look_alikes() -> dict[int, str]:
    """Return the characters that are taken for another one, with that one."""
    lines = Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines()
    groups = [group for line in lines if not line.startswith("#") for group in line.split()]
    return {ord(alike): group[0] for group in groups for alike in group[1:]}
