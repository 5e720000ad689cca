"""Removal of thinking blocks (`<think>…</think>` and the like) from a text or a stream of chunks."""

import re

from echoes.core.protocols import OnChunk

_NAMES = ("think", "thinking", "reasoning", "thought")
_ANY_NAME = "|".join(_NAMES)
_BLOCK = re.compile(rf"<({_ANY_NAME})>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_UNOPENED_BLOCK = re.compile(rf"\A.*?</(?:{_ANY_NAME})>", re.DOTALL | re.IGNORECASE)
_OPENING = re.compile(rf"<({_ANY_NAME})>", re.IGNORECASE)
_CLOSING = re.compile(rf"</(?:{_ANY_NAME})>", re.IGNORECASE)
_MAX_TAG_LENGTH = max(len(f"</{name}>") for name in _NAMES)
_OPENING_TAGS = tuple(f"<{name}>" for name in _NAMES)


def closes_unopened_thinking(text: str) -> bool:
    """Return whether a text ends a thinking block without opening it, as some chat templates do."""
    return bool(_UNOPENED_BLOCK.match(_BLOCK.sub("", text)))


def strip_thinking(text: str) -> str:
    """Return a text without thinking blocks, including one that is cut off."""
    text = _BLOCK.sub("", text)
    return _UNOPENED_BLOCK.sub("", text)


class ThinkingFilter:
    """Passes on the chunks of a text without its thinking blocks.

    A possible beginning of a tag is held back until the next chunk decides.

    Args:
        on_chunk: called with each chunk that is passed on; returns True for enough.
        starts_inside: True if the text begins inside a thinking block that no tag opens.
    """

    def __init__(self, on_chunk: OnChunk, starts_inside: bool = False) -> None:
        self._on_chunk = on_chunk
        self._buffer = ""
        self._stopped = False
        self._closing = _CLOSING if starts_inside else None

    def __call__(self, chunk: str) -> bool:
        """Take a chunk; return True once the receiver has had enough."""
        self._buffer += chunk
        while self._consume():
            pass
        return self._stopped

    def finish(self) -> None:
        """End the text: pass on the rest, which turned out to be no tag."""
        if self._buffer and not self._closing:
            self._on_chunk(self._buffer)
        self._buffer = ""

    def _consume(self) -> bool:
        """Consume the buffer up to the next tag; return True if one was found, since more may follow."""
        if self._closing:
            closed = self._closing.search(self._buffer)
            self._buffer = self._buffer[closed.end() :] if closed else self._buffer[-_MAX_TAG_LENGTH:]
            self._closing = None if closed else self._closing
            return closed is not None
        opening = _OPENING.search(self._buffer)
        if opening:
            self._pass_on(opening.start())
            self._buffer = self._buffer[len(opening.group()) :]
            self._closing = re.compile(f"</{opening.group(1)}>", re.IGNORECASE)
            return True
        at = self._buffer.rfind("<")
        may_be_tag = at >= 0 and any(tag.startswith(self._buffer[at:].lower()) for tag in _OPENING_TAGS)
        self._pass_on(at if may_be_tag else len(self._buffer))
        return False

    def _pass_on(self, end: int) -> None:
        if end:
            self._stopped = bool(self._on_chunk(self._buffer[:end])) or self._stopped
        self._buffer = self._buffer[end:]
