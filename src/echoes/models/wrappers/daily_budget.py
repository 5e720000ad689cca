"""A limit on tokens per day, over all sessions and processes."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

from echoes.core.errors import ModelFailed, StorageFailed
from echoes.core.operation.usage import Usage
from echoes.core.protocols import Counters
from echoes.models.completion import Completion, Reply, Request
from echoes.models.wrappers.base import CompletionWrapper

_KEPT_S = 48 * 3600.0


class DailyTokenBudget(CompletionWrapper):
    """Refuses calls once the tokens of the day (UTC) are spent.

    Args:
        inner: the wrapped completion.
        limit: tokens per day, prompts and replies together.
        counters: keep the day's count.
        today: returns the current day as an ISO date.
    """

    def __init__(
        self,
        inner: Completion,
        limit: int,
        counters: Counters,
        today: Callable[[], str] = lambda: datetime.now(UTC).date().isoformat(),
    ) -> None:
        super().__init__(inner)
        self._limit, self._counters, self._today = limit, counters, today

    async def complete(self, request: Request) -> Reply:
        """Complete the request if any tokens are left.

        Raises:
            ModelFailed: the budget is spent (kind `budget`), or the call failed.
        """
        if (spent := await asyncio.to_thread(self._spent)) >= self._limit:
            raise ModelFailed(
                "budget",
                f"the day's budget of {self._limit} tokens is spent ({spent})",
                "Raise models.tokens_per_day.",
            )
        try:
            reply = await self.inner.complete(request)
        except ModelFailed as error:
            if error.spent:
                await self._count(error.spent)
            raise
        await self._count(reply.usage)
        return reply

    async def _count(self, usage: Usage) -> None:
        """Add to the day's count; a failure must not cost the caller a reply that was paid for."""
        tokens = usage.prompt_tokens + usage.completion_tokens
        with suppress(StorageFailed):
            await asyncio.to_thread(self._counters.add, self._name(), tokens, _KEPT_S)

    def _spent(self) -> int:
        with suppress(StorageFailed):
            return round(self._counters.value(self._name()))
        return 0

    def _name(self) -> str:
        return f"tokens {self._today()}"
