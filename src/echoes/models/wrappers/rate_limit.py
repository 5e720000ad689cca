"""A limit on calls per minute, over all sessions and processes."""

import asyncio

from echoes.core.protocols import Counters
from echoes.models.completion import Completion, Reply, Request
from echoes.models.wrappers.base import CompletionWrapper


class RateLimitedCompletion(CompletionWrapper):
    """Waits for its turn before each call; the wait does not count towards the time-out of a call.

    Args:
        inner: the wrapped completion.
        server: the server that all completions of this name share.
        per_minute: calls per minute.
        counters: keep the next start time.
    """

    def __init__(self, inner: Completion, server: str, per_minute: int, counters: Counters) -> None:
        super().__init__(inner)
        self._name, self._step_s, self._counters = f"pace {server}", 60.0 / per_minute, counters

    async def complete(self, request: Request) -> Reply:
        """Wait, then complete the request.

        Raises:
            StorageFailed: it is not known when the others call.
        """
        await asyncio.sleep(await asyncio.to_thread(self._counters.reserve, self._name, self._step_s))
        return await self.inner.complete(request)
