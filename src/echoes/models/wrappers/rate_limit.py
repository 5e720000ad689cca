"""A limit on calls per minute, over all sessions of a process."""

import asyncio
from collections.abc import Callable
from time import monotonic

from echoes.models.completion import Completion, Reply, Request
from echoes.models.wrappers.base import CompletionWrapper


class RateLimiter:
    """A queue of start times at equal intervals.

    Args:
        per_minute: calls per minute.
        clock: returns the time in seconds.
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = monotonic) -> None:
        self._interval_s, self._clock, self._next_start = 60.0 / per_minute, clock, 0.0

    def reserve(self) -> float:
        """Reserve the next start time and return the seconds until then."""
        now = self._clock()
        start = max(now, self._next_start)
        self._next_start = start + self._interval_s
        return start - now


class RateLimitedCompletion(CompletionWrapper):
    """Waits for its turn before each call; the wait does not count towards the time-out of a call.

    Args:
        inner: the wrapped completion.
        limiter: shared by all completions of one server.
    """

    def __init__(self, inner: Completion, limiter: RateLimiter) -> None:
        super().__init__(inner)
        self._limiter = limiter

    async def complete(self, request: Request) -> Reply:
        """Wait, then complete the request."""
        await asyncio.sleep(self._limiter.reserve())
        return await self.inner.complete(request)
