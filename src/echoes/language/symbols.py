"""Symbols that stand for people and things in a sentence that was read."""

SOMEBODY = "somebody"
"""Any person of the cast."""

SOMETHING = "something"
"""Anything that is no person of the cast."""

NO_PERSON = "@_"
"""The prefix of symbols for characters that are no persons in English; "@" marks persons."""

FIRST_PERSON, FIRST_OTHER, _LAST = "\ue000", "\uf000", "\uf8ff"
"""Private-use code points that stand for the cast in a Chinese sentence: persons, then others."""

MEMBER = f"[{FIRST_PERSON}-{_LAST}]"
"""A pattern for one of the cast in a Chinese sentence."""

LEFT_OUT = "∅"
"""The agent that a passive leaves out: anybody or anything."""


def is_person(word: str) -> bool:
    """Return whether a symbol stands for a person of the cast."""
    english = word[:1] == "@" and not word.startswith(NO_PERSON)
    return english or (len(word) == 1 and FIRST_PERSON <= word < FIRST_OTHER)


def is_member(word: str) -> bool:
    """Return whether a symbol stands for one of the cast."""
    return word[:1] == "@" or (len(word) == 1 and FIRST_PERSON <= word <= _LAST)
