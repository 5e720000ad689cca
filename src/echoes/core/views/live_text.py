"""Words of a turn that are heard while a model writes them, before the turn is in the log."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

OnWords = Callable[[str, str], None]
"""A callback that gets a speaker, empty for the narrator, and a piece; an empty piece withdraws the words."""


class LiveText:
    """The words of one turn as they come.

    Args:
        on_words: gets each piece; None for nobody.
    """

    def __init__(self, on_words: OnWords | None = None) -> None:
        self._on_words = on_words
        self._heard: dict[str, None] = {}

    def hear(self, speaker: str, piece: str) -> None:
        """Hand a piece on."""
        if piece and self._on_words:
            self._heard[speaker] = None
            self._on_words(speaker, piece)

    def withdraw(self, speaker: str | None = None) -> None:
        """Withdraw what was heard of a speaker; without one, of all."""
        for one in [*self._heard] if speaker is None else [speaker]:
            if one in self._heard and self._on_words:
                del self._heard[one]
                self._on_words(one, "")


_LIVE: ContextVar[LiveText | None] = ContextVar("live text", default=None)


@contextmanager
def hearing(on_words: OnWords | None) -> Generator[LiveText]:
    """Pass on to a listener what this task, and tasks started by it, write meanwhile."""
    live = LiveText(on_words)
    before = _LIVE.set(live)
    try:
        yield live
    finally:
        _LIVE.reset(before)


def live_text() -> LiveText:
    """Return the live text of the running task; one that nobody hears where there is none."""
    return _LIVE.get() or LiveText()
