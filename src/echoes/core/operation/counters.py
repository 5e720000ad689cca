"""Counters of one process, where no storage shares them."""

from collections.abc import Callable, Mapping
from threading import Lock
from time import time


class InMemoryCounters:
    """Counters in memory; see `core.protocols.Counters`.

    Args:
        clock: returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time) -> None:
        self._clock, self._lock = clock, Lock()
        self._values: dict[str, tuple[float, float]] = {}
        self._starts: dict[str, float] = {}

    def add(self, name: str, amount: float, period_s: float) -> float:
        """Add to a counter, which begins anew when its period is over, and return its value."""
        with self._lock:
            now = self._clock()
            value, ends = self._values.get(name, (0.0, now))
            if ends <= now:
                self._values = {key: kept for key, kept in self._values.items() if kept[1] > now}
                value, ends = 0.0, now + period_s
            self._values[name] = (value + amount, ends)
            return value + amount

    def value(self, name: str) -> float:
        """Return the value of a counter; 0 if its period is over."""
        value, ends = self._values.get(name, (0.0, 0.0))
        return value if ends > self._clock() else 0.0

    def add_all(self, amounts: Mapping[str, float], period_s: float) -> None:
        """Add to many counters."""
        for name, amount in amounts.items():
            self.add(name, amount, period_s)

    def matching(self, prefix: str) -> Mapping[str, float]:
        """Return the values of all counters whose names begin so."""
        now = self._clock()
        return {
            name: value
            for name, (value, ends) in self._values.items()
            if name.startswith(prefix) and ends > now
        }

    def reserve(self, name: str, step_s: float) -> float:
        """Reserve the next of start times at equal steps, and return the seconds until then."""
        now = self._clock()
        start = max(now, self._starts.get(name, now))
        self._starts[name] = start + step_s
        return start - now
