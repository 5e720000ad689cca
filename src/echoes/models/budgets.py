"""A bound on tokens per day, over all sessions and processes."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from echoes.core.errors import ModelFailed
from echoes.core.files import write_whole
from echoes.models.completion import Completion, Reply, Request, Wrapped

_LOCK_S = 10


class DailyBudget(Wrapped):
    """Refuses calls once the day's tokens are spent; days are those of UTC.

    Args:
        inner: what is asked.
        limit: tokens a day, of prompts and replies together.
        path: a small file that counts them.
        today: tells the day.
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
        """Ask, if anything is left."""
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
                await asyncio.to_thread(self._add, error.spent.prompt_tokens + error.spent.completion_tokens)
            raise
        spent = reply.usage.prompt_tokens + reply.usage.completion_tokens
        await asyncio.to_thread(self._add, spent)  # another process may hold the lock for a while
        return reply

    def _spent(self) -> int:
        try:
            found = json.loads(self._path.read_text("utf-8"))
            return int(found["tokens"]) if found["day"] == self._today() else 0
        except (OSError, ValueError, KeyError, TypeError):
            return 0

    def _add(self, tokens: int) -> None:
        """Count; a disk that refuses must not cost the reply that was paid for."""
        with suppress(OSError, Timeout):
            self._path.parent.mkdir(parents=True, exist_ok=True)  # the lock's too
            with FileLock(f"{self._path}.lock", timeout=_LOCK_S):
                count = {"day": self._today(), "tokens": self._spent() + tokens}
                write_whole(self._path, json.dumps(count))
