"""The limits of tokens and money of a session, of a player and of a day, over all processes."""

import asyncio
import logging

from echoes.core.errors import ModelFailed, StorageFailed
from echoes.core.operation.spending import SPENDER, Spending
from echoes.core.operation.usage import Usage
from echoes.models.completion import Completion, Reply, Request
from echoes.models.settings import TokenPrices
from echoes.models.wrappers.base import CompletionWrapper

_MILLION = 1_000_000
_OF = {"session": "of this session", "player": "of this player's day", "day": "of the day"}


class LimitedCompletion(CompletionWrapper):
    """Makes no call once a limit of the running task's spender is reached.

    The cost of a reply is known only afterwards, so the last reply may exceed a limit.

    Args:
        inner: the wrapped completion.
        spending: counts what is spent.
        prices: of the model's tokens.
    """

    def __init__(self, inner: Completion, spending: Spending, prices: TokenPrices) -> None:
        super().__init__(inner)
        self._spending, self._prices = spending, prices

    async def complete(self, request: Request) -> Reply:
        """Complete the request if all limits allow it.

        Raises:
            ModelFailed: a limit is reached (kind `budget`), or the call failed.
        """
        try:
            reached = await asyncio.to_thread(self._spending.used_up, SPENDER.get(), "tokens", "money")
        except StorageFailed as error:
            raise ModelFailed(
                "budget", f"what was spent is not known: {error.problem}", error.remedy
            ) from None
        if reached:
            said = f"the limit {_OF[reached.scope]} of {reached.limit:g} {reached.what} is reached"
            raise ModelFailed("budget", said, f"Raise limits.{reached.scope}.{reached.what}.")
        try:
            reply = await self.inner.complete(request)
        except ModelFailed as error:
            if error.spent:
                await self._count(error.spent)
            raise
        await self._count(reply.usage)
        return reply

    async def _count(self, usage: Usage) -> None:
        """Count a cost; a failure must not cost the caller a reply that was paid for."""
        prompt, completion = usage.prompt_tokens, usage.completion_tokens
        cost = (prompt * self._prices.prompt + completion * self._prices.completion) / _MILLION
        try:
            await asyncio.to_thread(
                self._spending.add, SPENDER.get(), {"tokens": prompt + completion, "money": cost}
            )
        except StorageFailed as error:
            logging.getLogger(__name__).warning("the cost of a reply was not counted: %s", error)
