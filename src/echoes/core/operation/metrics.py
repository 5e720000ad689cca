"""Metrics: counts and times of a process, which workers add up in the storage that they share.

They hold names of kinds, roles and models only: nothing that a player or an author wrote, and no ids.
"""

import re
from collections.abc import Mapping
from threading import Lock

PREFIX = "metric "
"""The beginning of the names of shared counters that hold metrics."""
BUCKETS_S = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
FAMILIES = {
    "echoes_turns_total": ("counter", "Messages that were answered, by kind of game."),
    "echoes_turn_seconds": ("histogram", "Time from a message to its answer."),
    "echoes_events_total": ("counter", "Recorded events of answers, by kind and outcome."),
    "echoes_failures_total": ("counter", "Messages that could not be handled, by kind of error."),
    "echoes_model_calls_total": ("counter", "Calls of models, by model and outcome."),
    "echoes_model_seconds": ("histogram", "Time of a model's replies."),
    "echoes_model_tokens_total": ("counter", "Tokens, by model and direction."),
    "echoes_model_cost_total": ("counter", "Cost of models by models.prices."),
    "echoes_lock_seconds": ("histogram", "Time that was waited for the lock of a session."),
    "echoes_live_sessions": ("gauge", "Sessions that are open or were just now, by worker."),
    "echoes_live_streams": ("gauge", "Pages that look at sessions, by worker."),
}
"""All families: their types, and what they are."""
_UNSAFE = re.compile(r'["\\\n]')


def series(name: str, **labels: str) -> str:
    """Return the name of a series in the form of Prometheus."""
    said = ",".join(f'{key}="{_UNSAFE.sub("", value)[:80]}"' for key, value in sorted(labels.items()))
    return f"{name}{{{said}}}" if said else name


class Metrics:
    """The metrics of a process since they were last taken."""

    def __init__(self) -> None:
        self._values: dict[str, float] = {}
        self._lock = Lock()

    def count(self, name: str, amount: float = 1.0, **labels: str) -> None:
        """Add to a counter."""
        with self._lock:
            self._add(series(name, **labels), amount)

    def observe(self, name: str, seconds: float, **labels: str) -> None:
        """Add a time to a histogram."""
        with self._lock:
            for bucket in BUCKETS_S:
                if seconds <= bucket:
                    self._add(series(f"{name}_bucket", le=f"{bucket:g}", **labels), 1)
            self._add(series(f"{name}_bucket", le="+Inf", **labels), 1)
            self._add(series(f"{name}_sum", **labels), seconds)
            self._add(series(f"{name}_count", **labels), 1)

    def take(self) -> dict[str, float]:
        """Return the amounts by series, and begin anew."""
        with self._lock:
            taken, self._values = self._values, {}
        return taken

    def put_back(self, taken: Mapping[str, float]) -> None:
        """Add what was taken in vain."""
        with self._lock:
            for key, amount in taken.items():
                self._add(key, amount)

    def _add(self, key: str, amount: float) -> None:
        self._values[key] = self._values.get(key, 0.0) + amount


METRICS = Metrics()
"""The metrics of this process."""


def prometheus_text(values: Mapping[str, float]) -> str:
    """Return series in the text format of Prometheus, by family."""
    lines: list[str] = []
    for family, (kind, about) in FAMILIES.items():
        names = {family, *(f"{family}{end}" for end in ("_bucket", "_sum", "_count") if kind == "histogram")}
        found = sorted((key, value) for key, value in values.items() if key.partition("{")[0] in names)
        if found:
            lines += [f"# HELP {family} {about}", f"# TYPE {family} {kind}"]
            lines += [f"{key} {int(value) if value == int(value) else value}" for key, value in found]
    return "".join(f"{line}\n" for line in lines)
