"""A limit on tokens per day, over all sessions and processes."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from echoes.core.errors import ModelFailed
from echoes.core.files import atomic_write, private_folder
from echoes.core.usage import Usage
from echoes.models.completion import Completion, Reply, Request
from echoes.models.wrappers.base import CompletionWrapper

_LOCK_TIMEOUT_S = 10


class DailyTokenBudget(CompletionWrapper):
    """Refuses calls once the tokens of the day (UTC) are spent.

    Args:
        inner: the wrapped completion.
        limit: tokens per day, prompts and replies together.
        path: a small JSON file with the day's count.
        today: returns the current day as an ISO date.
    """

    def __init__(
        self,
        inner: Completion,
        limit: int,
        path: Path,
        today: Callable[[], str] = lambda: datetime.now(UTC).date().isoformat(),
    ) -> None:
        super().__init__(inner)
        self._limit, self._path, self._today = limit, path, today

    async def complete(self, request: Request) -> Reply:
        """Complete the request if any tokens are left.

        Raises:
            ModelFailed: the budget is spent (kind `budget`), or the call failed.
        """
        if (spent := self._spent()) >= self._limit:
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
        tokens = usage.prompt_tokens + usage.completion_tokens
        await asyncio.to_thread(self._add, tokens)  # another process may hold the lock for a while

    def _spent(self) -> int:
        try:
            found = json.loads(self._path.read_text("utf-8"))
            return int(found["tokens"]) if found["day"] == self._today() else 0
        except (OSError, ValueError, KeyError, TypeError):
            return 0

    def _add(self, tokens: int) -> None:
        """Add to the day's count; a write error must not cost the caller a reply that was paid for."""
        with suppress(OSError, Timeout):
            private_folder(self._path.parent)  # the lock's too
            with FileLock(f"{self._path}.lock", timeout=_LOCK_TIMEOUT_S):
                count = {"day": self._today(), "tokens": self._spent() + tokens}
                atomic_write(self._path, json.dumps(count), private=True)
