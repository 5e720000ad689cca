"""A circuit breaker: a dead endpoint costs its time-out a few times, not with every message."""

from collections.abc import Callable
from time import monotonic

from echoes.core.errors import FailureKind, ModelFailed
from echoes.models.completion import Completion, Reply, Request
from echoes.models.wrappers.base import CompletionWrapper

_DEAD: frozenset[FailureKind] = frozenset({"unreachable", "timeout"})
"""Failures that cost time. A server that refuses does so at once, and may only reject the output mode."""


class CircuitBreaker(CompletionWrapper):
    """Stops calling an endpoint for a while after failures in a row (Nygard, 2007, "Release It!").

    After the pause one call is let through; if it succeeds, all are.

    Args:
        inner: the wrapped completion.
        after: the number of failures in a row that opens the circuit.
        rest_s: the length of the pause, in seconds.
        clock: returns the time in seconds.
    """

    def __init__(
        self, inner: Completion, after: int, rest_s: float, clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(inner)
        self._after, self._rest_s, self._clock = after, rest_s, clock
        self._failures = 0
        self._open_until = 0.0
        self._last_problem = ""

    async def complete(self, request: Request) -> Reply:
        """Complete the request unless the circuit is open.

        Raises:
            ModelFailed: the circuit is open (kind `unreachable`), or the call failed.
        """
        if self._clock() < self._open_until:
            raise ModelFailed(
                "unreachable",
                f"model '{self.id}' is left alone for a while: {self._last_problem}",
                "Try again later.",
            )
        probing = self._failures >= self._after
        if probing:  # one call is let through; the others wait for its outcome
            self._open_until = self._clock() + self._rest_s
        try:
            reply = await self.inner.complete(request)
        except ModelFailed as error:
            self._record_failure(error)
            raise
        except BaseException:
            self._open_until = 0.0 if probing else self._open_until  # cancelled: the next call may probe
            raise
        self._close()
        return reply

    def _record_failure(self, error: ModelFailed) -> None:
        if error.kind not in _DEAD:
            self._close()  # the endpoint answered
            return
        self._failures += 1
        self._last_problem = error.problem
        if self._failures >= self._after:
            self._open_until = self._clock() + self._rest_s

    def _close(self) -> None:
        self._failures, self._open_until = 0, 0.0
