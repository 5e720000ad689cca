"""Trying again what failed for a passing reason."""

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt
from tenacity.wait import wait_exponential_jitter

from echoes.core.errors import ModelFailed
from echoes.models.completion import Completion, Reply, Request, Wrapped
from echoes.models.failures import PASSING

_LONGEST_WAIT_S = 20.0
_BACK_OFF = wait_exponential_jitter(initial=0.25, max=_LONGEST_WAIT_S, jitter=0.25)


class Retrying(Wrapped):
    """Asks again after connection failures, 429 and 5xx, with exponential back-off and jitter.

    A server's own `Retry-After` is honoured up to 20 s. A time-out is not tried again: the
    player has waited long enough.

    Args:
        inner: what is asked.
        retries: how often again.
    """

    def __init__(self, inner: Completion, retries: int) -> None:
        super().__init__(inner)
        self._retries = retries

    async def complete(self, request: Request) -> Reply:
        """Ask, and ask again."""
        trying = AsyncRetrying(
            stop=stop_after_attempt(self._retries + 1),
            wait=_wait,
            retry=retry_if_exception(_passes),
            reraise=True,
        )
        return await trying(self.inner.complete, request)


def _passes(error: BaseException) -> bool:
    return isinstance(error, ModelFailed) and error.kind in PASSING


def _wait(state: RetryCallState) -> float:
    failed = state.outcome.exception() if state.outcome else None
    asked = failed.wait_s if isinstance(failed, ModelFailed) else 0.0
    return min(_LONGEST_WAIT_S, max(asked, _BACK_OFF(state)))
