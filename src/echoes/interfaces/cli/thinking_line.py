"""A line that moves while a person waits for an answer, and is gone when it comes."""

import asyncio
import itertools
import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TextIO

_AFTER_S, _EVERY_S = 0.5, 0.1
"""Seconds of silence before it shows, and from picture to picture."""
_PICTURES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_AWAY = "\r\x1b[K"
"""Carriage return, and what erases the line."""
_WORDS = {"en": "Thinking … {seconds} s (Ctrl-C stops it)", "zh": "正在想…… {seconds} 秒（Ctrl-C 停止）"}


class ThinkingLine:
    """The last line of a terminal while somebody thinks, with the seconds of silence.

    Args:
        is_on: whether a person waits here; where standard error is no terminal, nothing is shown in any case.
        language: returns the language of the session.
        stream: where to; standard error, so that nothing of it stands in what is kept of the output.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        is_on: bool,
        language: Callable[[], str],
        stream: TextIO | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._stream = stream or sys.stderr
        self._is_on = is_on and bool(self._stream) and self._stream.isatty()
        self._language, self._clock = language, clock
        self._pictures = itertools.cycle(_PICTURES)
        self._since: float | None = None
        self._is_shown = False

    @contextmanager
    def waiting(self) -> Generator[None]:
        """Show it for as long as this lasts, whenever nothing has come for a while."""
        moving = asyncio.ensure_future(self._move()) if self._is_on else None
        self._since = self._clock()
        try:
            yield
        finally:
            self.hush()
            if moving:
                moving.cancel()

    async def _move(self) -> None:
        while True:
            await asyncio.sleep(_EVERY_S)
            self.draw()

    def draw(self) -> None:
        """Show how long nothing has come, if it is long enough."""
        silent = 0.0 if self._since is None else self._clock() - self._since
        if silent < _AFTER_S:
            return
        said = _WORDS.get(self._language(), _WORDS["en"]).format(seconds=int(silent))
        self._write(f"{_AWAY}{next(self._pictures)} {said}")
        self._is_shown = True

    def hush(self) -> None:
        """Take it away for what is printed now; it stays away until somebody waits again."""
        self._since = None
        if self._is_shown:
            self._write(_AWAY)
            self._is_shown = False

    @contextmanager
    def aside(self) -> Generator[None]:
        """Take it away for what is printed within this, and count the seconds anew."""
        is_waiting = self._since is not None
        self.hush()
        yield
        self._since = self._clock() if is_waiting else None

    @contextmanager
    def stopping(self, task: "asyncio.Future[Any]") -> Generator[None]:
        """Cancel a task at Ctrl-C, for as long as this lasts and where a person waits."""
        loop, before = asyncio.get_running_loop(), signal.getsignal(signal.SIGINT)
        try:
            if self._is_on:
                loop.add_signal_handler(signal.SIGINT, task.cancel)
        except (NotImplementedError, RuntimeError, ValueError):
            pass
        try:
            yield
        finally:
            if self._is_on and loop.remove_signal_handler(signal.SIGINT):
                signal.signal(signal.SIGINT, before)

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
