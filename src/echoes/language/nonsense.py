"""Nonsense: what somebody types to see what happens, in any language."""

import re

from echoes.language.english.morphology import is_known_word

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890")
_RUNS = frozenset(row[start : start + 3] for row in _ROWS for start in range(len(row) - 2))
"""Three keys side by side."""
_EXCLAIMED = re.compile(r"[啊嗯哦呃哈嘿嗨哎唉呀哇嘻呵嗷呜喵噢额]{2,}|(?:blah?|ha|hm+|lol)+|(\w)\1{3,}")
_WORD = re.compile(r"\w+")
_VOWELS = frozenset("aeiouy")
_FEWEST = 3
_LONGEST = 5
"""Letters of an abbreviation."""


def is_nonsense(text: str) -> bool:
    """Return whether a text is nothing but exclamations, keys side by side, or one word again and again.

    Args:
        text: a player's message.
    """
    words = _WORD.findall(text.casefold())
    if not words:
        return bool(text.strip())
    if len(words) >= _FEWEST and len({*words}) == 1:
        return True
    return all(_EXCLAIMED.fullmatch(word) or _is_typed_at_random(word) for word in words)


def _is_typed_at_random(word: str) -> bool:
    """Return whether a word of Latin letters is in no English dictionary and no name looks like it."""
    if not (word.isascii() and word.isalpha()) or is_known_word(word):
        return False
    runs = sum(word[start : start + 3] in _RUNS for start in range(len(word) - 2))
    return runs * 2 >= max(_FEWEST, len(word) - 1) or (len(word) > _LONGEST and not _VOWELS & {*word})
