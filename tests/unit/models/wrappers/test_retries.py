"""Transient failures are retried, after the wait that the server asks for; others are not."""

import asyncio

import pytest
from tests.unit.models.fakes import FakeCompletion, outcome_of

from echoes.core.errors import FailureKind, ModelFailed
from echoes.models.completion import Reply, Request
from echoes.models.wrappers.retries import RetryingCompletion


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that were waited, without waiting."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return waited


@pytest.mark.parametrize("kind", ["unreachable", "busy", "broken"])
async def test_a_transient_failure_is_retried(kind: FailureKind, waits: list[float]):
    inner = FakeCompletion(kind, kind, Reply("fine"))
    assert await outcome_of(RetryingCompletion(inner, retries=2)) == "fine"
    assert len(waits) == 2


async def test_the_last_failure_is_raised_when_the_retries_are_used_up(waits: list[float]):
    inner = FakeCompletion("broken", "broken", "busy")
    assert await outcome_of(RetryingCompletion(inner, retries=2)) == "busy"
    assert inner.calls == 3


@pytest.mark.parametrize("kind", ["timeout", "refused", "denied", "missing", "cut", "budget", "too_long"])
async def test_other_failures_are_not_retried(kind: FailureKind, waits: list[float]):
    inner = FakeCompletion(kind)
    assert await outcome_of(RetryingCompletion(inner, retries=5)) == kind
    assert (inner.calls, waits) == (1, [])


@pytest.mark.parametrize(("asked", "least", "most"), [(3.0, 3, 3), (600.0, 20, 20), (0.0, 0.25, 0.5)])
async def test_retry_after_is_honoured_up_to_20_seconds(
    asked: float, least: float, most: float, waits: list[float]
):
    busy = ModelFailed("busy", "too many requests", wait_s=asked)
    await outcome_of(RetryingCompletion(FakeCompletion(busy, Reply("fine")), retries=1))
    assert len(waits) == 1
    assert least <= waits[0] <= most


@pytest.mark.parametrize(("kind", "calls"), [("broken", 1), ("busy", 3)])
async def test_a_server_that_fails_is_left_to_whoever_asks_once_only(
    kind: FailureKind, calls: int, waits: list[float]
):
    inner = FakeCompletion(kind)
    with pytest.raises(ModelFailed):
        await RetryingCompletion(inner, retries=2).complete(Request("s", "p", once=True))
    assert inner.calls == calls
