"""Messages whose form tells their meaning: a command, a number, a yes or no, or the very words of a move."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from echoes.games.typed_commands import CommandTable
from echoes.language.replies import picked_number, yes_or_no

_WORD = re.compile(r"[a-z0-9']+|[^\W\d_a-z]")


@dataclass(frozen=True)
class MessageForm:
    """The meaning of a message by its form.

    Attributes:
        kind: `move`, `command`, `range` (a number that stands for nothing), `declined` (what was asked back),
            `which` (a yes to one of several).
        key: of the move, or the name of the command; empty for a command that there is not.
        text: the argument of a command, or the word of one that there is not.
    """

    kind: Literal["move", "command", "range", "declined", "which"]
    key: str = ""
    text: str = ""


def read_form(
    message: str,
    commands: CommandTable,
    asked: Sequence[str],
    texts: Callable[[], Mapping[str, str]],
    is_asked_back: bool,
    beside: Sequence[str] = (),
) -> MessageForm | None:
    """Return the meaning that the form of a message tells; None for free words.

    Args:
        message: what the player sent.
        commands: of the game.
        asked: the moves behind the numbers on the screen, in order.
        texts: returns the texts of the moves that are open, as they are offered, by key.
        is_asked_back: whether these were asked back, and not only offered.
        beside: words that add nothing to a yes or no (see `yes_or_no`).
    """
    if typed := commands.read(message):
        return MessageForm("command", typed.name, typed.argument if typed.name else typed.word)
    if (number := picked_number(message, count=len(asked))) is not None:
        if number == 0 and is_asked_back:
            return MessageForm("declined")
        return MessageForm("move", asked[number - 1]) if 1 <= number <= len(asked) else MessageForm("range")
    said = _words(message)
    if same := [key for key, text in texts().items() if _words(text) == said]:
        shown = [key for key in asked if key in same] or same
        if len(shown) == 1:
            return MessageForm("move", shown[0])
    if is_asked_back and (agrees := yes_or_no(message, beside)) is not None:
        if not agrees:
            return MessageForm("declined")
        return MessageForm("move", asked[0]) if len(asked) == 1 else MessageForm("which")
    return None


def _words(text: str) -> list[str]:
    """Return the words of a text in small letters, Chinese characters each by itself."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
