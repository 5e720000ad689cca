"""The circuit opens after failures that cost time, and closes by one call that is let through."""

import asyncio

import pytest
from tests.unit.models.fakes import REQUEST, FakeCompletion, outcome_of

from echoes.core.errors import FailureKind, ModelFailed
from echoes.models.completion import Reply
from echoes.models.wrappers.circuit_breaker import CircuitBreaker


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_a_rest_ends_with_one_call_that_is_let_through():
    clock = Clock()
    inner = FakeCompletion("timeout", "timeout", "refused", Reply("fine"))
    breaker = CircuitBreaker(inner, after=2, rest_s=10, clock=clock)
    outcomes: list[str] = []
    for clock.now in (0, 1, 2, 5, 12, 12.5):
        outcomes.append(await outcome_of(breaker))
    assert outcomes == ["timeout", "timeout", "unreachable", "unreachable", "refused", "fine"]


async def test_a_probe_that_fails_opens_the_circuit_again():
    clock = Clock()
    inner = FakeCompletion("timeout")
    breaker = CircuitBreaker(inner, after=2, rest_s=10, clock=clock)
    for clock.now in (0, 0, 11, 20, 22):
        await outcome_of(breaker)
    assert inner.calls == 4


async def test_others_wait_for_the_outcome_of_the_probe():
    clock = Clock()
    inner = FakeCompletion("unreachable", Reply("fine"))
    breaker = CircuitBreaker(inner, after=1, rest_s=10, clock=clock)
    assert await outcome_of(breaker) == "unreachable"
    clock.now, inner.gate = 11, asyncio.Event()
    probe = asyncio.create_task(breaker.complete(REQUEST))
    await asyncio.sleep(0)
    with pytest.raises(ModelFailed, match="left alone"):
        await breaker.complete(REQUEST)
    inner.gate.set()
    assert (await probe).text == "fine"
    assert await outcome_of(breaker) == "fine"


async def test_a_cancelled_probe_leaves_the_next_call_to_probe():
    clock = Clock()
    inner = FakeCompletion("timeout", Reply("fine"))
    breaker = CircuitBreaker(inner, after=1, rest_s=10, clock=clock)
    await outcome_of(breaker)
    clock.now, inner.gate = 11, asyncio.Event()
    probe = asyncio.create_task(breaker.complete(REQUEST))
    await asyncio.sleep(0)
    probe.cancel()
    await asyncio.gather(probe, return_exceptions=True)
    inner.gate = None
    assert await outcome_of(breaker) == "fine"


@pytest.mark.parametrize("kind", ["refused", "denied", "busy", "broken", "unreadable"])
async def test_a_server_that_answers_is_never_left_alone(kind: FailureKind):
    inner = FakeCompletion(kind)
    breaker = CircuitBreaker(inner, after=1, rest_s=10, clock=Clock())
    assert [await outcome_of(breaker) for _ in range(3)] == [kind] * 3
