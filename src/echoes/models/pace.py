"""So many calls a minute, over all sessions of a process."""

import asyncio
from collections.abc import Callable
from time import monotonic

from echoes.models.completion import Completion, Reply, Request, Wrapped


class Pace:
    """When the next call may start.

    Args:
        per_minute: calls.
        clock: tells the time in seconds.
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = monotonic) -> None:
        self._gap, self._clock, self._next = 60.0 / per_minute, clock, 0.0

    def wait_s(self) -> float:
        """Take the next place in the queue, and say how long it is till then."""
        now = self._clock()
        start = max(now, self._next)
        self._next = start + self._gap
        return start - now


class Paced(Wrapped):
    """Waits for its place before each call; the wait is no part of a call's time-out.

    Args:
        inner: what is asked.
        pace: shared by all that ask the same server.
    """

    def __init__(self, inner: Completion, pace: Pace) -> None:
        super().__init__(inner)
        self._pace = pace

    async def complete(self, request: Request) -> Reply:
        """Wait, then ask."""
        await asyncio.sleep(self._pace.wait_s())
        return await self.inner.complete(request)
