"""A dead endpoint costs its time-out a few times, not with every message."""

from collections.abc import Callable
from time import monotonic

from echoes.core.errors import FailureKind, ModelFailed
from echoes.models.completion import Completion, Reply, Request, Wrapped

_DEAD: frozenset[FailureKind] = frozenset({"unreachable", "timeout"})
"""What costs time; a server that refuses does so at once, and may only dislike a mode."""


class Breaker(Wrapped):
    """Leaves an endpoint alone for a while after failures in a row (Nygard, 2007, "Release It!").

    When the rest is over one call is let through: if it succeeds, all are.

    Args:
        inner: what is asked.
        after: how many failures in a row open it.
        rest_s: for how long, in seconds.
        clock: tells the time in seconds.
    """

    def __init__(
        self, inner: Completion, after: int, rest_s: float, clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(inner)
        self._after, self._rest_s, self._clock = after, rest_s, clock
        self._failures = 0
        self._until = 0.0
        self._last = ""

    async def complete(self, request: Request) -> Reply:
        """Ask, unless the endpoint rests."""
        if self._clock() < self._until:
            raise ModelFailed(
                "unreachable",
                f"model '{self.id}' is left alone for a while: {self._last}",
                "Try again later.",
            )
        probing = self._failures >= self._after
        if probing:  # one is let through; the others wait for how it fares
            self._until = self._clock() + self._rest_s
        try:
            reply = await self.inner.complete(request)
        except ModelFailed as error:
            if error.kind not in _DEAD:
                self._failures, self._until = 0, 0.0  # it lives
                raise
            self._failures += 1
            self._last = error.problem
            if self._failures >= self._after:
                self._until = self._clock() + self._rest_s
            raise
        except BaseException:
            self._until = 0.0 if probing else self._until  # it was called off: let the next one try
            raise
        self._failures, self._until = 0, 0.0
        return reply
