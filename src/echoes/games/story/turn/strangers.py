"""Strangers: whom a message asks after by a name that no character has."""

import re

from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.certainty import FILLERS
from echoes.games.story.turn.matching import WordingMatcher
from echoes.language.chinese.names import person_names

_TITLE = r"(?:(?:Mrs?|Ms|Miss|Dr)\.? )?"
_NAME = rf"{_TITLE}([A-Z][a-z]+(?: [A-Z][a-z]+)?)\b"
_ASKED_AFTER = re.compile(
    rf"\b(?i:seen|met|you (?:see|meet)|find|(?:who|where)(?:'s| is| was)) {_NAME}|"
    rf"\b(?i:is) {_NAME} (?i:here|there|around)\b"
)
_ASKED_AFTER_IN_CHINESE = r"(?:见过|认识|找){name}|{name}(?:是谁|是什么人|[在去]哪|[在来]吗|在不在)"


def stranger_in(play: StoryPlay, matcher: WordingMatcher, message: str) -> str:
    """Return a name that a message asks after and that no character has; empty for none.

    Names that stand only in what the author wrote count as any other: nobody is to find them by guessing.

    Args:
        play: before the message.
        matcher: of the story.
        message: what the player sent.
    """
    if play.language == "zh":
        plain = matcher.nameless(message)
        names = [
            name
            for name in person_names(plain)
            if re.search(_ASKED_AFTER_IN_CHINESE.format(name=re.escape(name)), plain)
        ]
    else:
        names = ["".join(filter(None, one.groups())) for one in _ASKED_AFTER.finditer(message)]
    called = " ".join(
        alias for one in play.story.cast.values() for alias in (one.name, one.full_name or "", *one.wordings)
    )
    return next(
        (
            name
            for name in names
            if matcher.strong_ideas(name) - FILLERS and not any(part in called for part in name.split())
        ),
        "",
    )
