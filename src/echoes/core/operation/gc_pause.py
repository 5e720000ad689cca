"""Pauses of the garbage collector while a log is read and folded.

That makes many new objects without cycles, most of which are soon dropped; scanning them again and again
would take as long as reading them.
"""

import gc
from collections.abc import Generator
from contextlib import contextmanager
from threading import Lock


class _Pauses:
    """The pauses under way, of all threads; the first one stops the collector, and the last one starts it."""

    def __init__(self) -> None:
        self._lock, self._running, self._was_on = Lock(), 0, False

    def begin(self) -> None:
        """Begin a pause."""
        with self._lock:
            if not self._running:
                self._was_on = gc.isenabled()
                gc.disable()
            self._running += 1

    def end(self) -> None:
        """End a pause."""
        with self._lock:
            self._running -= 1
            if not self._running and self._was_on:
                gc.enable()


_PAUSES = _Pauses()


@contextmanager
def gc_paused() -> Generator[None]:
    """Pause the garbage collector; objects made meanwhile count as new afterwards, like all others."""
    _PAUSES.begin()
    try:
        yield
    finally:
        _PAUSES.end()
