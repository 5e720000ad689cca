"""Thinking blocks: taken off a whole text, or off its pieces as they come."""

import re
from collections.abc import Callable

_NAMES = ("think", "thinking", "reasoning", "thought")
_ANY = "|".join(_NAMES)
_BLOCK = re.compile(rf"<({_ANY})>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_CLOSED_ONLY = re.compile(rf"\A.*?</(?:{_ANY})>", re.DOTALL | re.IGNORECASE)
_OPENING = re.compile(rf"<({_ANY})>", re.IGNORECASE)
_TAGS = tuple(f"<{name}>" for name in _NAMES)


def without_thinking(text: str) -> str:
    """A text without thinking blocks, closed or cut off."""
    text = _BLOCK.sub("", text)
    return _CLOSED_ONLY.sub("", text)


class ThinkingLeftOut:
    """Hands on the pieces of a text without its thinking blocks.

    What may be the beginning of a tag is held back until it is clear.

    Args:
        on_piece: is handed the rest.
    """

    def __init__(self, on_piece: Callable[[str], None]) -> None:
        self._on_piece = on_piece
        self._held = ""
        self._inside = ""

    def __call__(self, piece: str) -> None:
        """Take a piece."""
        self._held += piece
        while self._step():
            pass

    def finish(self) -> None:
        """No more will come: what was held back was no tag."""
        if self._held and not self._inside:
            self._on_piece(self._held)
        self._held = ""

    def _step(self) -> bool:
        """Whether a tag was found, so that there may be another."""
        if self._inside:
            closing = f"</{self._inside}>"
            _, found, rest = self._held.lower().partition(closing)
            self._held = self._held[-len(rest) :] if rest else "" if found else self._held[-len(closing) :]
            self._inside = "" if found else self._inside
            return bool(found)
        opening = _OPENING.search(self._held)
        if opening:
            self._hand_on(opening.start())
            self._held = self._held[len(opening.group()) :]
            self._inside = opening.group(1).lower()
            return True
        at = self._held.rfind("<")
        may_be_tag = at >= 0 and any(tag.startswith(self._held[at:].lower()) for tag in _TAGS)
        self._hand_on(at if may_be_tag else len(self._held))
        return False

    def _hand_on(self, end: int) -> None:
        if end:
            self._on_piece(self._held[:end])
        self._held = self._held[end:]
