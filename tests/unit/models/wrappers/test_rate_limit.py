"""Calls start at equal intervals, whoever makes them, and idle time is not saved up for a burst."""

import asyncio

import pytest
from tests.unit.models.fakes import FakeCompletion, outcome_of

from echoes.core.operation.counters import InMemoryCounters
from echoes.models.wrappers.rate_limit import RateLimitedCompletion


async def test_calls_of_one_server_are_spaced_evenly(monkeypatch: pytest.MonkeyPatch):
    now, waits = 100.0, list[float]()

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    counters = InMemoryCounters(lambda: now)
    one, other = (RateLimitedCompletion(FakeCompletion(), "server", 30, counters) for _ in range(2))
    for completion in (one, other, one):
        assert await outcome_of(completion) == "fine"
    assert waits == [0, 2, 4]
    now = 600.0
    for completion in (one, other):
        await outcome_of(completion)
    assert waits[3:] == [0, 2]
