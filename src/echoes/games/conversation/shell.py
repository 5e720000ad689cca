"""Replies that any game gives: to what it can't take, to a number or a command that there is not, to undo."""

from pathlib import Path

from echoes.games.phrases import PhraseBook
from echoes.games.typed_commands import CommandTable

_PHRASES = PhraseBook(Path(__file__).with_name("phrases.yaml"))
_SLACK = len("/whisper ")
"""What a command may add to the longest message."""
say = _PHRASES.phrase


def refused_text(language: str, message: str, limit: int) -> tuple[str, str] | None:
    """Return the name and the text of the reply to a message that can't be taken; None for any other.

    Args:
        language: of the session.
        message: without spaces around it.
        limit: the characters of the longest one.
    """
    if len(message) > limit + _SLACK:
        return "too_long", say(language, "too_long", length=len(message), limit=limit)
    return None if message else ("empty", say(language, "empty"))


def unknown_command_text(language: str, commands: CommandTable, word: str, help_text: str) -> str:
    """Return the reply to a command that there is not: what else may be meant, or the help."""
    near = commands.meant_instead(word, language)
    return near or say(language, "unknown_command", command=f"/{word}", help=help_text)


def range_text(language: str, count: int) -> str:
    """Return the reply to a number that stands for nothing.

    Args:
        language: of the session.
        count: of what can be picked.
    """
    key = "pick_range" if count > 1 else "pick_one" if count else "nothing_to_pick"
    return say(language, key, count=count)


def rest_text(language: str, rest: str) -> str:
    """Return that what else was said to do waits for the next turn."""
    return say(language, "one_thing", rest=rest)


def is_undo(argument: str) -> bool:
    """Return whether an argument of undo is a number of turns, or none."""
    return not argument or (argument.isdecimal() and int(argument) > 0)
