"""Retries after transient failures."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt
from tenacity.wait import wait_exponential_jitter

from echoes.core.errors import ModelFailed
from echoes.models.completion import Completion, Reply, Request
from echoes.models.failures import TRANSIENT
from echoes.models.wrappers.base import CompletionWrapper

T = TypeVar("T")
_MAX_WAIT_S = 20.0
_BACKOFF = wait_exponential_jitter(initial=0.25, max=_MAX_WAIT_S, jitter=0.25)


class RetryingCompletion(CompletionWrapper):
    """Retries after connection failures, 429, 5xx and empty replies, with exponential backoff and jitter.

    A server's own `Retry-After` is honoured up to 20 s. A time-out is not retried: the player has waited
    long enough.

    Args:
        inner: the wrapped completion.
        retries: how many times a call is repeated at most.
    """

    def __init__(self, inner: Completion, retries: int) -> None:
        super().__init__(inner)
        self._retries = retries

    async def complete(self, request: Request) -> Reply:
        """Complete the request, with retries.

        Raises:
            ModelFailed: the failure of the last attempt.
        """
        retries = self._retries
        return await with_retries(lambda: self.inner.complete(request), retries, not request.once)


async def with_retries(call: Callable[[], Awaitable[T]], retries: int, when_broken: bool = True) -> T:
    """Return the outcome of a call, which is repeated after transient failures.

    Args:
        call: the call.
        retries: how many times it is repeated at most.
        when_broken: whether it is repeated after a server's failure, too.
    Raises:
        ModelFailed: the failure of the last attempt.
    """
    retrying = AsyncRetrying(
        stop=stop_after_attempt(retries + 1),
        wait=_wait_s,
        retry=retry_if_exception(lambda error: _is_transient(error, when_broken)),
        reraise=True,
    )

    async def attempt() -> T:
        return await call()

    return await retrying(attempt)


def _is_transient(error: BaseException, when_broken: bool) -> bool:
    if not isinstance(error, ModelFailed):
        return False
    return error.kind in TRANSIENT and (when_broken or error.kind != "broken")


def _wait_s(state: RetryCallState) -> float:
    failed = state.outcome.exception() if state.outcome else None
    requested = failed.wait_s if isinstance(failed, ModelFailed) else 0.0
    return min(_MAX_WAIT_S, max(requested, _BACKOFF(state)))
