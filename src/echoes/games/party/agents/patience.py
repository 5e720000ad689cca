"""Patience with a model that fails: it is asked three times, with growing pauses."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from echoes.core.errors import FailureKind, ModelFailed
from echoes.core.usage import Usage

ReplyT = TypeVar("ReplyT")
_TRIES = 3
_TRIED_AGAIN: frozenset[FailureKind] = frozenset({"timeout", "unreadable", "cut", "empty"})
"""Failures that may not come again; after others the client has tried again, or it would be of no use."""


async def patiently_asked(
    ask: Callable[[], Awaitable[tuple[ReplyT, Usage]]], pause_s: float
) -> tuple[ReplyT, Usage]:
    """Return a model's reply, and what it and the failed tries before it cost.

    Args:
        ask: asks the model.
        pause_s: the first pause; the second is twice as long.
    Raises:
        ModelFailed: the failure of the last try, with the cost of all.
    """
    spent = Usage()
    for number in range(1, _TRIES + 1):
        try:
            reply, usage = await ask()
        except ModelFailed as error:
            spent += error.spent or Usage()
            if error.kind not in _TRIED_AGAIN or number == _TRIES:
                error.spent = spent
                raise
            await asyncio.sleep(pause_s * number)
        else:
            return reply, spent + usage
    raise AssertionError("the last try returns or raises")
