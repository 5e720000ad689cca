"""Strangers: whom a message asks after by a name that nobody in the story has."""

import re

from echoes.games.story.turn.matching import WordingMatcher
from echoes.language.chinese.names import person_names

_NAME = r"(?P<name>(?:(?:Mrs?|Ms|Miss|Dr)\.? )?[A-Z][a-z]+(?: [A-Z][a-z]+)?)\b"
_ASKED_AFTER = re.compile(
    rf"\b(?:seen|see|saw|know|knows|knew|met|meet|of|about|is|was|where's|who's|find|called) {_NAME}"
)
_TITLE = re.compile(r"^(?:Mrs?|Ms|Miss|Dr)\.? ")
_ASKED_AFTER_IN_CHINESE = (
    r"(?:见过|见到|看见过?|看到过?|认识|知道|听说过|提起|关于|找){name}|"
    r"{name}(?:是谁|是什么人|这个人|[在去]哪|[在来]吗|在不在|呢)"
)


def stranger_in(matcher: WordingMatcher, language: str, message: str) -> str:
    """Return a name that a message asks after and that stands nowhere in the story; empty for none.

    Args:
        matcher: of the story.
        language: of the message.
        message: what the player sent.
    """
    if language == "zh":
        plain = matcher.nameless(message)
        names = [
            name
            for name in person_names(plain)
            if re.search(_ASKED_AFTER_IN_CHINESE.format(name=re.escape(name)), plain)
        ]
    else:
        names = [_TITLE.sub("", one["name"]) for one in _ASKED_AFTER.finditer(message)]
    return next((name for name in names if not any(matcher.is_mentioned(part) for part in name.split())), "")
