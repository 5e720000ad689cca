"""Thinking blocks: taken off a whole text, or off its pieces as they come."""

import re

from echoes.core.protocols import OnPiece

_NAMES = ("think", "thinking", "reasoning", "thought")
_ANY = "|".join(_NAMES)
_BLOCK = re.compile(rf"<({_ANY})>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_CLOSED_ONLY = re.compile(rf"\A.*?</(?:{_ANY})>", re.DOTALL | re.IGNORECASE)
_OPENING = re.compile(rf"<({_ANY})>", re.IGNORECASE)
_CLOSING = re.compile(rf"</(?:{_ANY})>", re.IGNORECASE)
_LONGEST_TAG = max(len(f"</{name}>") for name in _NAMES)
_TAGS = tuple(f"<{name}>" for name in _NAMES)


def only_closes(text: str) -> bool:
    """Whether a text ends a thinking block that it did not open, as some chat templates have it."""
    return bool(_CLOSED_ONLY.match(_BLOCK.sub("", text)))


def without_thinking(text: str) -> str:
    """A text without thinking blocks, closed or cut off."""
    text = _BLOCK.sub("", text)
    return _CLOSED_ONLY.sub("", text)


class ThinkingLeftOut:
    """Hands on the pieces of a text without its thinking blocks.

    What may be the beginning of a tag is held back until it is clear.

    Args:
        on_piece: is handed the rest.
        begins_inside: whether the text begins with thinking, though no tag says so.
    """

    def __init__(self, on_piece: OnPiece, begins_inside: bool = False) -> None:
        self._on_piece = on_piece
        self._held = ""
        self._enough = False
        self._closing = _CLOSING if begins_inside else None

    def __call__(self, piece: str) -> bool:
        """Take a piece; whether it is enough."""
        self._held += piece
        while self._step():
            pass
        return self._enough

    def finish(self) -> None:
        """No more will come: what was held back was no tag."""
        if self._held and not self._closing:
            self._on_piece(self._held)
        self._held = ""

    def _step(self) -> bool:
        """Whether a tag was found, so that there may be another."""
        if self._closing:
            closed = self._closing.search(self._held)
            self._held = self._held[closed.end() :] if closed else self._held[-_LONGEST_TAG:]
            self._closing = None if closed else self._closing
            return closed is not None
        opening = _OPENING.search(self._held)
        if opening:
            self._hand_on(opening.start())
            self._held = self._held[len(opening.group()) :]
            self._closing = re.compile(f"</{opening.group(1)}>", re.IGNORECASE)
            return True
        at = self._held.rfind("<")
        may_be_tag = at >= 0 and any(tag.startswith(self._held[at:].lower()) for tag in _TAGS)
        self._hand_on(at if may_be_tag else len(self._held))
        return False

    def _hand_on(self, end: int) -> None:
        if end:
            self._enough = bool(self._on_piece(self._held[:end])) or self._enough
        self._held = self._held[end:]
