"""The time that a turn waits for a storage server: its calls share it, so that slow ones do not add up."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class WaitBudget:
    """The waits of one turn.

    Attributes:
        waited_s: the seconds it has waited for a server so far.
        writes: whether it has come to its write, which has as much time again.
        ended: whether it is over; what it began and outlasts it is not its own any more.
    """

    waited_s: float = 0.0
    writes: bool = False
    ended: bool = False

    def left_s(self, timeout_s: float) -> float:
        """Return the seconds that the next call may take, where each alone may take `timeout_s`."""
        return min(timeout_s, timeout_s * (2 if self.writes else 1) - self.waited_s)


_WAIT_BUDGET: ContextVar[WaitBudget | None] = ContextVar("wait budget", default=None)


@contextmanager
def shared_wait_budget() -> Generator[WaitBudget]:
    """Share one budget of time among all calls of the running task; those within it are one turn."""
    budget = _WAIT_BUDGET.get()
    if budget and not budget.ended:
        yield budget
        return
    budget = WaitBudget()
    token = _WAIT_BUDGET.set(budget)
    try:
        yield budget
    finally:
        budget.ended = True
        _WAIT_BUDGET.reset(token)


def current_wait_budget() -> WaitBudget:
    """Return the waits of the running turn; outside of one, those of a single call."""
    budget = _WAIT_BUDGET.get()
    return WaitBudget() if budget is None or budget.ended else budget
