"""The time that a turn waits for a storage server: its calls share it, so that slow ones do not add up."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class Waiting:
    """The waits of one turn.

    Attributes:
        waited_s: the seconds it has waited for a server so far.
        writes: whether it has come to its write, which has as much time again.
        ended: whether it is over; what it began and outlasts it is not its own any more.
    """

    waited_s: float = 0.0
    writes: bool = False
    ended: bool = False

    def left_s(self, timeout_s: float) -> float:
        """Return the seconds that the next call may take, where each alone may take `timeout_s`."""
        return min(timeout_s, timeout_s * (2 if self.writes else 1) - self.waited_s)


_WAITING: ContextVar[Waiting | None] = ContextVar("waiting", default=None)


@contextmanager
def shared_waiting() -> Generator[Waiting]:
    """Share one budget of time among all calls of the running task; those within it are one turn."""
    waiting = _WAITING.get()
    if waiting and not waiting.ended:
        yield waiting
        return
    waiting = Waiting()
    token = _WAITING.set(waiting)
    try:
        yield waiting
    finally:
        waiting.ended = True
        _WAITING.reset(token)


def current_waiting() -> Waiting:
    """Return the waits of the running turn; outside of one, those of a single call."""
    waiting = _WAITING.get()
    return Waiting() if waiting is None or waiting.ended else waiting
